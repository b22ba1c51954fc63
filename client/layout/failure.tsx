import { useRouteError } from 'react-router-dom';
import { site } from '../../shared/site.ts';
import { failurePage } from '../copy.ts';
import StoppedCurve from '../illustrations/stopped-curve.svg?react';
import { Actions, ReturnToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

interface Problem {
  status?: number;
  text: string;
}

/** A response-like error has a status; anything else at least says something. */
function describe(error: unknown): Problem {
  if (typeof error === 'object' && error !== null && 'status' in error) {
    const { status, statusText } = error as { status: unknown; statusText?: unknown };
    if (typeof status === 'number') return { status, text: String(statusText ?? '') };
  }
  return { text: error instanceof Error ? error.message : String(error) };
}

/** In place of a page that failed. */
export function Failure() {
  const { name, title, note } = failurePage;
  const { status, text } = describe(useRouteError());
  return (
    <>
      <title>{`${title.replace('\n', ' ')} | ${site.name}`}</title>
      <Sheet tracker={name} title={title} exhibit={<StoppedCurve />} note={note} isDrawing>
        <p className="error-box mt-7" role="alert">
          {status !== undefined && <b>{status}</b>} {text}
        </p>
        <Actions>
          <ReturnToHome />
        </Actions>
      </Sheet>
    </>
  );
}
