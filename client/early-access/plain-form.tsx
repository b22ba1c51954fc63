import { type Source, signupLimits, signupPath } from '../../shared/signup/contract.ts';
import { plainFormId } from './ids.ts';

/** The sign-up without JavaScript: a form that the server answers with a page. */
export function PlainForm({ source }: { source: Source }) {
  return (
    <form className="plain-form" id={plainFormId} method="post" action={signupPath}>
      <input type="hidden" name="source" value={source} />
      <div className="away" aria-hidden="true">
        <label htmlFor="plain-website">Website</label>
        <input id="plain-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <label className="label" htmlFor="plain-email">
        Email
      </label>
      <input
        className="field"
        id="plain-email"
        type="email"
        name="email"
        required
        maxLength={signupLimits.emailLength}
        autoComplete="email"
        placeholder="you@company.com"
      />
      <button className="button" type="submit">
        Get Early Access
      </button>
    </form>
  );
}
