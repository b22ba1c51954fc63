import { type Setting, settings } from '../../../shared/settings/schema.ts';
import { wrap } from '../../output/text.ts';

/** Longest line of a comment, in characters. */
const width = 118;

interface Described {
  name: string;
  purpose: string;
  /** Null: the setting is unset. */
  default: string | null;
}

/** Returns every setting with its purpose and its default. */
export const allSettings = (): Described[] =>
  Object.entries<Setting>(settings).map(([name, setting]) => ({
    name,
    purpose: setting.purpose,
    default: setting.default ?? null,
  }));

/** Returns the settings as a `.env` file, in which each setting is commented out. */
export const renderExample = (described: readonly Described[]): string =>
  described
    .map(
      ({ name, purpose, default: value }) =>
        `${wrap(purpose, width, '# ')}\n# ${name}=${value ?? ''}`,
    )
    .join('\n\n');
