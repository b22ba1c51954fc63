import type { ComponentProps } from 'react';
import { signupLimits } from '../../shared/signup/contract.ts';

/**
 * The address, with its label, and the honeypot, which programs alone fill in: out of sight, and closed to those that
 * fill forms in for people. `id` must be unique in the page.
 */
export function Fields(props: ComponentProps<'input'> & { id: string }) {
  const honeypotId = `${props.id}-website`;
  return (
    <>
      <div className="absolute -left-[200vw]" aria-hidden="true">
        <label htmlFor={honeypotId}>Website</label>
        <input
          id={honeypotId}
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-lpignore="true"
        />
      </div>
      <label className="mb-2 block font-semibold text-small" htmlFor={props.id}>
        Email
      </label>
      <input
        className="field"
        type="email"
        name="email"
        required
        maxLength={signupLimits.emailLength}
        autoComplete="email"
        enterKeyHint="send"
        placeholder="you@company.com"
        {...props}
      />
    </>
  );
}
