import { OrgChart } from '../illustrations/pages/org-chart.tsx';
import { ContentPage } from '../ui/content-page.tsx';

export const Component = () => (
  <ContentPage
    name="Careers"
    title="Join Our Team"
    lead="*Openings are coming soon.* If the gap between a good argument and a good slide bothers you too, look in again."
    exhibit={<OrgChart />}
    isDrawing
    note="Dashed boxes: roles still to be opened."
  />
);
