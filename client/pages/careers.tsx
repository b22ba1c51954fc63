import { careersPage } from '../copy.ts';
import { OrgChart } from '../illustrations/org-chart.tsx';
import { Actions, BackToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

export function Component() {
  const { name, title, lead, note } = careersPage;
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={<OrgChart />} note={note} isDrawing>
      <Actions>
        <BackToHome />
      </Actions>
    </Sheet>
  );
}
