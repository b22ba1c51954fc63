import { careersPage } from '../../shared/site.ts';
import { OrgChart } from '../illustrations/index.ts';
import { BackToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

export function Component() {
  const { name, title, lead, note } = careersPage;
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={<OrgChart />} note={note}>
      <div className="actions">
        <BackToHome />
      </div>
    </Sheet>
  );
}
