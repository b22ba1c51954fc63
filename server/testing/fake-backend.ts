import type { SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { Backend, SignupService } from '../signup/service.ts';

/** A backend without a database, which is ready and answers each sign-up alike. */
export const fakeBackend = (
  submit: SignupService['submit'] = async (): Promise<SignupOutcome> => ({ ok: true }),
): Backend => ({
  name: 'sqlite',
  service: { submit },
  open: async () => {},
  requireReady: async () => {},
  addCounts: async () => {},
  close: async () => {},
});
