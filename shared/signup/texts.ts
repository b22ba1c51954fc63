import { site } from '../site.ts';

/** The words of the form. */
export const earlyAccess = {
  name: 'Early access',
  title: 'Be among the first\n*to draft with it*',
  lead: `${site.name} is in a pre-launch beta. Leave your email and we’ll keep you updated on our progress.`,
  action: 'Get Early Access',
  sending: 'Joining...',
  done: 'Got it',
} as const;

/** The words after a sign-up: the toasts, the dialog, and the page for browsers without JavaScript. */
export const signupTexts = {
  success: `Thank you for your interest in ${site.name}. We'll keep you updated on our progress.`,
  successTitle: 'Successfully signed up!',
  joined: "You're on the list!",
  errorTitle: 'Error',
  /** On a site without the function, whose failures have the texts of `upstream_fetch` and `upstream_http`. */
  unreachable: 'We could not reach the server. Check your connection and press again.',
  /** When the database did not take what a person pressed on the page of an entry. */
  unchanged:
    'We cannot change our list at the moment. Please press the button again in a few minutes.',
  next: "What's next?",
  /** Follows `next`. */
  nextByList: "We'll keep you updated on our progress by email.",
  /** Follows `next` when a mail follows. */
  nextByMail: 'Check your mail. The link in it confirms your place.',
  noMessage: 'Failed to sign up',
  notAnError: 'Failed to sign up. Please try again.',
} as const;
