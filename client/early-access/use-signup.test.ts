import { MutationObserver } from '@tanstack/react-query';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { signupTexts } from '../../shared/signup/texts.ts';
import type { FormContent } from './form-content.ts';
import { queryClient, signupMutation } from './use-signup.ts';

const content: FormContent = {
  ...sentSignup,
  website: '',
  botCheck: { kind: 'off' },
};
const sending = () => ({ transport: { kind: 'proxy' } as const, usesFunction: false });

beforeEach(() => {
  vi.spyOn(toast, 'success');
  vi.spyOn(toast, 'error');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Prepares a sign-up whose first response is this and whose next response is a success. */
function open(body: object, status: number) {
  const fetch = vi.fn(async () => Response.json({}));
  fetch.mockResolvedValueOnce(Response.json(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return { fetch, signup: new MutationObserver(queryClient, signupMutation(sending)) };
}

it.each([
  [{ message: 'Welcome aboard.' }, 'Welcome aboard.'],
  [{}, signupTexts.success],
])('a response with the body %j shows a toast that says %s', async (body, description) => {
  const { signup } = open(body, 200);
  await signup.mutate(content);
  expect(signup.getCurrentResult().status).toBe('success');
  expect(toast.success).toHaveBeenCalledExactlyOnceWith(signupTexts.successTitle, { description });
});

it('a failed sign-up shows one toast and is not sent again until the visitor submits the form again', async () => {
  const { fetch, signup } = open({ error: { message: 'Later.' } }, 429);
  await expect(signup.mutate(content)).rejects.toThrow('Later.');
  expect(signup.getCurrentResult()).toMatchObject({
    status: 'error',
    error: { message: 'Later.' },
  });
  expect(fetch).toHaveBeenCalledOnce();
  const description = 'Later.';
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(signupTexts.errorTitle, { description });
  await signup.mutate(content);
  expect(signup.getCurrentResult()).toMatchObject({ status: 'success', error: null });
  expect(toast.success).toHaveBeenCalledOnce();
});

it('an attempt dismisses the toasts of earlier attempts', async () => {
  const { signup } = open({ error: { message: 'Later.' } }, 429);
  await expect(signup.mutate(content)).rejects.toThrow();
  expect(toast.getToasts()).toHaveLength(1);
  const attempt = signup.mutate(content);
  await expect.poll(() => toast.getToasts()).toEqual([]);
  await attempt;
});

it('a form that is refused before it is sent shows a toast and sends no request', async () => {
  const { fetch, signup } = open({}, 200);
  await expect(signup.mutate({ ...content, formFillTime: 5 })).rejects.toThrow();
  const description = signupErrors.too_fast.message;
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(signupTexts.errorTitle, { description });
  expect(fetch).not.toHaveBeenCalled();
});
