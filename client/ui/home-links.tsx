import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Icon } from './icons.tsx';

export function BackToHome() {
  return (
    <Link className="button button-outline" to={paths.home}>
      <Icon name="arrow-left" />
      Back to Home
    </Link>
  );
}

export function ReturnToHome() {
  return (
    <Link className="button" to={paths.home}>
      Return to Home
    </Link>
  );
}
