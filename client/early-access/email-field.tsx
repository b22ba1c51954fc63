import type { ComponentProps } from 'react';
import { signupLimits } from '../../shared/signup/contract.ts';

/** The address, with its label; `id` must be unique in the page. */
export function EmailField(props: ComponentProps<'input'> & { id: string }) {
  return (
    <>
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
