import type { Described } from '../reader/messages.ts';
import { isTemplate } from './pick-files.ts';

const are = (missing: readonly string[]) =>
  `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} shown in`;

const isDocument = ({ name }: File) => /\.(pdf|docx?)$/i.test(name);

/** Returns what the template line says about other files that were chosen with the template; undefined: nothing. */
function noteOnOthers(chosen: readonly File[]): string | undefined {
  const document = chosen.find(isDocument);
  if (document) return `${document.name} was not read here. Nothing was sent.`;
  const templates = chosen.filter(isTemplate).length;
  return templates > 1
    ? `The first of ${templates === 2 ? 'two' : templates} templates. Nothing was sent.`
    : undefined;
}

/**
 * Returns what the template line says about a template: on a wide screen, and on a phone.
 * @param chosen all files that the visitor chose or dropped together
 */
export function noteOf(
  { layoutCount, hasPicture }: Described,
  missing: readonly string[],
  chosen: readonly File[],
) {
  const layouts = `${layoutCount} ${layoutCount === 1 ? 'layout' : 'layouts'}`;
  const phone = `${layouts} read, nothing sent.`;
  const own =
    missing.length > 0
      ? `${phone} ${are(missing)} a stand-in.`
      : `${layouts}${hasPicture ? ', logo' : ''} and typeface read. Nothing was sent.`;
  return { wide: noteOnOthers(chosen) ?? own, phone };
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
