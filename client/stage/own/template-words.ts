import type { Described } from '../reader/messages.ts';

const are = (missing: readonly string[]) =>
  `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} shown in`;

/** Returns what the template line says about a template: on a wide screen, and on a phone. */
export function noteOf({ layoutCount, hasPicture }: Described, missing: readonly string[]) {
  const layouts = `${layoutCount} ${layoutCount === 1 ? 'layout' : 'layouts'}`;
  const phone = `${layouts} read, nothing sent.`;
  const wide =
    missing.length > 0
      ? `${phone} ${are(missing)} a stand-in.`
      : `${layouts}${hasPicture ? ', logo' : ''} and typeface read. Nothing was sent.`;
  return { wide, phone };
}

const counted = (count: number, noun: string) =>
  `${count === 1 ? 'one' : count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns what the sorter says about the use of a template: in bold, and after it. */
export function usageOf(
  { layoutCount, masterCount, hasPicture }: Described,
  missing: readonly string[],
): [string, string] {
  const logo = hasPicture ? ', your logo' : '';
  const end =
    missing.length > 1 ? 'stand-ins; the file keeps them' : 'a stand-in; the file keeps it';
  return [
    `${counted(layoutCount, 'layout')}, ${counted(masterCount, 'master')}${logo}. Nothing was sent.`,
    missing.length > 0 ? ` ${are(missing)} ${end}.` : '',
  ];
}
