import type { Terminal } from '../../../output/terminal.ts';
import { plural, warn } from '../../../output/text.ts';
import { beginsFormula, linesOf } from './export-format.ts';
import {
  type MailingRecord,
  type MailingTool,
  type MailingToolName,
  mailingTools,
  mailingToolsWithCode,
} from './mailing-tools.ts';

/** What the import of a file depends on. */
interface FileFacts {
  bytes: number;
  /** The number of addresses that the tool leaves out. */
  leftOut: number;
  /** The number of addresses that a spreadsheet would run as a formula. */
  formulas: number;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Returns a warning for each reason why a tool would not import the whole file. */
export function importWarnings(
  name: MailingToolName,
  { bytes, leftOut, formulas }: FileFacts,
): string[] {
  const { largestBytes, leavesOut }: MailingTool = mailingTools[name];
  const warnings: string[] = [];
  if (largestBytes !== undefined && bytes > largestBytes) {
    warnings.push(
      `The file has ${megabytes(bytes)}, and ${name} imports at most ${megabytes(largestBytes)}: export parts of the list by --since, --source or --wave.`,
    );
  }
  if (leavesOut && leftOut > 0) {
    warnings.push(
      `${name} will leave out ${plural(leftOut, 'row')} of the file: ${name} imports no address ${leavesOut.because}. Write to these people in another way.`,
    );
  }
  if (formulas > 0) {
    warnings.push(
      `${formulas} ${formulas === 1 ? 'address' : 'addresses'} of the file would run as a formula in a spreadsheet: import the file, and do not open it in one.`,
    );
  }
  return warnings;
}

/** Yields the text of a file for a mailing tool. Then warns when the tool would not import the whole file. */
export async function* mailingFile(
  name: MailingToolName,
  records: AsyncIterable<MailingRecord>,
  terminal: Terminal,
  hasCodes = false,
): AsyncGenerator<string> {
  const tool: MailingTool = (hasCodes ? mailingToolsWithCode : mailingTools)[name];
  const facts: FileFacts = { bytes: 0, leftOut: 0, formulas: 0 };
  async function* counted() {
    for await (const record of records) {
      if (tool.leavesOut?.addresses.test(String(record.email))) facts.leftOut += 1;
      if (beginsFormula(record.email)) facts.formulas += 1;
      yield record;
    }
  }
  for await (const line of linesOf(counted(), tool)) {
    facts.bytes += Buffer.byteLength(line);
    yield line;
  }
  for (const warning of importWarnings(name, facts)) warn(terminal, warning);
}
