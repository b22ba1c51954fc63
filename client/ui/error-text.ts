import { signupTexts } from '../../shared/signup/texts.ts';

/** Returns the text to show for anything that was thrown. */
export const errorText = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message || signupTexts.noMessage : signupTexts.notAnError;
