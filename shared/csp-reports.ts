/** Where browsers report what the content security policy kept from happening. */
export const cspReportsPath = '/api/csp-reports';

/** The name of that address in `Reporting-Endpoints` and `report-to`. */
export const cspReportsGroup = 'csp';
