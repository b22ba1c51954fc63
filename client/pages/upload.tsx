import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { uploadPage } from '../../shared/site.ts';
import { BackToHome } from '../ui/home-links.tsx';
import { Icon } from '../ui/icons.tsx';
import { Sheet } from '../ui/sheet.tsx';

function PlannedSteps() {
  return (
    <ol className="planned-steps">
      {uploadPage.steps.map(({ icon, title, text }, index) => (
        <li key={title}>
          <div className="planned-frame">
            <Icon name={icon} />
          </div>
          <span className="planned-number">{index + 1}</span>
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
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
      <div className="actions">
        <Link className="button" to={paths.home}>
          Get Early Access
        </Link>
        <BackToHome />
      </div>
    </Sheet>
  );
}
