import { site } from '../../shared/site.ts';

export const earlyAccess = {
  name: 'Early access',
  title: 'Be among the first\n*to draft with it*',
  lead: `${site.name} is in a pre-launch beta. Leave your email and we’ll keep you updated on our progress.`,
  action: 'Get Early Access',
  sending: 'Joining...',
  done: 'Got it',
} as const;
