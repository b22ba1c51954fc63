import { defaultSource, signupPath } from '../../shared/signup/contract.ts';
import { earlyAccess } from './copy.ts';
import { Fields } from './fields.tsx';

/** A form that the browser sends, and that the server answers with a page. */
export function PlainForm() {
  return (
    <form className="relative max-w-[27rem]" method="post" action={signupPath}>
      <input type="hidden" name="source" value={defaultSource} />
      <Fields id="plain-email" />
      <button className="button mt-4" type="submit">
        {earlyAccess.action}
      </button>
    </form>
  );
}
