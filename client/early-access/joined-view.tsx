import { earlyAccess, joinedPage } from '../../shared/site.ts';
import { dialogTitleId } from './frame.tsx';

function PenTick() {
  return (
    <svg className="access-tick" viewBox="0 0 96 72" aria-hidden="true">
      <path d="M4 34c8 5 16 14 22 24C42 34 62 14 94 1 68 20 48 44 33 71c-3 1-6 1-10 0C18 59 10 48 0 41z" />
    </svg>
  );
}

/** The sign-up is saved. `Got it` has the focus, so that it is read out with what stands above. */
export function JoinedView() {
  return (
    <>
      <div>
        <PenTick />
        <h2 className="access-title" id={dialogTitleId}>
          {earlyAccess.joined}
        </h2>
      </div>
      <div className="access-form">
        <div className="access-next" id="early-access-next">
          <h3>{joinedPage.next}</h3>
          <p>{joinedPage.steps}</p>
        </div>
        <button
          type="button"
          className="button"
          data-close-dialog=""
          aria-describedby="early-access-next"
          ref={(button) => button?.focus()}
        >
          {earlyAccess.done}
        </button>
      </div>
    </>
  );
}
