import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { uploadPage } from '../copy.ts';
import { Actions, BackToHome } from '../ui/home-links.tsx';
import { Icon } from '../ui/icons.tsx';
import { Sheet } from '../ui/sheet.tsx';

function PlannedSteps() {
  return (
    <ol className="grid grid-cols-2 gap-x-4 gap-y-7 md:gap-x-6 md:gap-y-8">
      {uploadPage.steps.map(({ icon, title, text }, index) => (
        <li key={title}>
          <div className="grid aspect-video place-items-center border border-edge border-dashed text-[1.5rem]">
            <Icon name={icon} />
          </div>
          <div className="mt-2 flex items-baseline gap-x-3.5">
            <span className="text-ink-3">{index + 1}</span>
            <div className="min-w-0">
              <h2 className="font-medium font-serif leading-tight tracking-[-.01em] md:text-[1.1875rem]">
                {title}
              </h2>
              <p className="mt-1 text-ink-2 text-small">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Component() {
  const { name, title, lead, note } = uploadPage;
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={<PlannedSteps />} note={note}>
      <Actions>
        <Link className="button" to={paths.home}>
          Get Early Access
        </Link>
        <BackToHome />
      </Actions>
    </Sheet>
  );
}
