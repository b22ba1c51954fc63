/** The light colours of the design, for pictures that know no colour scheme. */
export const palette = {
  paper: '#F6F3EA',
  ink: '#16202B',
  ink2: '#3F4954',
  night: '#10161D',
  onNight: '#F1ECDF',
  rule: '#D8D2C2',
  marker: '#F3E83C',
  markerDeep: '#DCCB12',
  slide: '#FFFFFF',
  slideInk: '#16202B',
  slideInk2: '#4C5661',
  slideMid: '#76828E',
} as const;
