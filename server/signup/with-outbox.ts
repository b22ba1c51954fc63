import { signupErrors } from '../../shared/signup/contract.ts';
import type { Outbox } from './outbox.ts';
import type { SignupService } from './service.ts';
import type { SupabaseService } from './supabase.ts';

/** Keeps a sign-up in the outbox where the function could not take it; a verdict of the function stands. */
export const withOutbox = (service: SupabaseService, outbox: Outbox): SignupService => ({
  async submit(signup, sender) {
    const outcome = await service.submit(signup, sender);
    if (outcome.ok || outcome.fault === 'request' || sender.isCanary) return outcome;
    const kept = await outbox.keep(signup, sender);
    // A rule that it breaks is told; where it could not be kept, what kept it from being sent.
    return kept.ok || signupErrors[kept.code].status < 500 ? kept : outcome;
  },
});
