import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { downloadInTemplate } from '../own/save-deck.ts';
import { useStageState } from '../state.ts';

/** Stands beside "Get Early Access": a link to the window, or the download once there is a template. */
export function SecondAction() {
  const hasTemplate = useStageState(({ template }) => template !== undefined);
  if (hasTemplate)
    return (
      <button
        type="button"
        className="button button-outline hero-download"
        onClick={() => downloadInTemplate()}
      >
        <Icon name="download" />
        <span>Download these eight slides in your template</span>
      </button>
    );
  return (
    <Link className="text-link" to="#product-window">
      <span>See how it works</span>
      <Icon name="arrow-right" />
    </Link>
  );
}
