import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { site } from '../../shared/site.ts';
import StoppedCurve from '../illustrations/pages/stopped-curve.svg?react';
import { ContentPage, ReturnToHome } from '../ui/content-page.tsx';

const title = 'Unexpected\nApplication Error!';

/** Renders the status of a failed response, or the message of anything else that was thrown. */
function Problem() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return error instanceof Error ? error.message : String(error);
  return (
    <>
      <b>{error.status}</b> {error.statusText}
    </>
  );
}

/** Renders the page that the router shows if a route fails. */
export function Failure() {
  return (
    <>
      <title>{`${title.replace('\n', ' ')} | ${site.name}`}</title>
      <ContentPage
        name="Error"
        title={title}
        actions={<ReturnToHome />}
        exhibit={<StoppedCurve />}
        isDrawing
        note="Reload the page, or go back and try again."
      >
        <p className="error-box mt-7" role="alert">
          <Problem />
        </p>
      </ContentPage>
    </>
  );
}
