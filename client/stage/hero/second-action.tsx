import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { DownloadInTemplate, downloadWords } from '../own/buttons.tsx';
import { useStageState } from '../state.ts';

/** Stands beside "Get Early Access": a link to the window, or the download once there is a template. */
export function SecondAction() {
  const hasTemplate = useStageState(({ template }) => template !== undefined);
  if (hasTemplate)
    return (
      <DownloadInTemplate className="button button-outline hero-download">
        <Icon name="download" />
        {downloadWords}
      </DownloadInTemplate>
    );
  return (
    <Link className="text-link" to="#product-window">
      <span>See how it works</span>
      <Icon name="arrow-right" />
    </Link>
  );
}
