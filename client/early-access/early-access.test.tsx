// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import { EarlyAccess } from './early-access.tsx';

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
const email = () => within(dialog()).getByLabelText<HTMLInputElement>('Email');
const submit = () =>
  dialog().querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement;
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')];

/** As the browser and the boot script do it. */
function open(): void {
  dialog().dataset.openedAt = '-5000';
  dialog().open = true;
}
function close(): void {
  dialog().open = false;
  fireEvent(dialog(), new Event('close'));
}
function send(address: string): void {
  fireEvent.input(email(), { target: { value: address } });
  fireEvent.submit(email());
}

let answer: (response: Response) => void;
beforeEach(() => {
  vi.spyOn(globalThis, 'setTimeout');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  vi.stubGlobal('fetch', vi.fn(fetch));
  render(<EarlyAccess isLanding />);
  act(open);
});
afterEach(async () => {
  act(() => toast.dismiss());
  // They go a moment later, by a timer.
  await waitFor(() => expect(toasts()).toEqual([]));
  cleanup();
  // Nothing stops those of sonner, and on a slow machine they would find no page any more.
  for (const { value } of vi.mocked(setTimeout).mock.results) clearTimeout(value);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const refusal = (message: string) => Response.json({ error: { message } }, { status: 400 });

it('the open dialog sends nothing and says nothing where the address is invalid', () => {
  send('ada@company');
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('');
  expect([submit().textContent, submit().disabled]).toEqual(['Get Early Access', false]);
});

it('the open dialog sends once, tells why it stays open, and is fresh the next time', async () => {
  expect(email().getAttribute('enterkeyhint')).toBe('send');
  send('ada@company.com');
  await waitFor(() => expect(submit().textContent).toBe('Joining...'));
  fireEvent.submit(email());
  expect(fetch).toHaveBeenCalledOnce();
  await act(async () => answer(refusal('Later.')));
  await screen.findByRole('alert');
  expect(screen.getByRole('alert').textContent).toBe('Later.');
  expect(document.activeElement).toBe(email());
  expect(toasts()[0]?.textContent).toBe(`${signupTexts.errorTitle}Later.`);
  act(close);
  act(open);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect([email().value, submit().disabled]).toEqual(['', true]);
});

it('the open dialog holds its toasts, which outlive it, for all outside of it is inert', async () => {
  dialog().dataset.openedAt = String(performance.now());
  send('ada@company.com');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]?.textContent).toContain(signupErrors.too_fast.message);
  expect(dialog().contains(toasts()[0] as Element)).toBe(true);
  act(close);
  expect(toasts()).toHaveLength(1);
  expect(dialog().contains(toasts()[0] as Element)).toBe(false);
});

it('the open dialog tells of a failure that comes after it was closed and sent anew, and leaves the newer form alone', async () => {
  send('first@company.com');
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  const answerFirst = answer;
  act(close);
  act(open);
  send('second@company.com');
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  await act(async () => answerFirst(refusal('The first failed.')));
  await waitFor(() => expect(toasts()[0]?.textContent).toContain('The first failed.'));
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(submit().textContent).toBe('Joining...');
});

it('the open dialog keeps programs that fill in forms away from the honeypot, and never sends it', async () => {
  const honeypot = dialog().querySelector<HTMLInputElement>('[name=website]');
  expect(honeypot?.dataset).toMatchObject({ '1pIgnore': '', lpignore: 'true' });
  fireEvent.input(honeypot as Element, { target: { value: 'https://spam.example' } });
  send('ada@company.com');
  await waitFor(() => expect(toasts()[0]?.textContent).toContain(signupErrors.honeypot.message));
  expect(fetch).not.toHaveBeenCalled();
});
