import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { site } from '../../shared/site.ts';
import StoppedCurve from '../illustrations/pages/stopped-curve.svg?react';
import { ContentPage, ReturnToHome } from '../ui/content-page.tsx';

const title = 'Unexpected\nApplication Error!';

/** What is known of it: a response has a status, anything else at least says something. */
function Problem() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return error instanceof Error ? error.message : String(error);
  return (
    <>
      <b>{error.status}</b> {error.statusText}
    </>
  );
}

/** In place of a page that failed. */
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
