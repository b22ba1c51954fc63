import type { SignupRecord } from '../../../server/stores/maintenance/read.ts';
import type { Terminal } from '../../output/terminal.ts';
import { plural, warn } from '../../output/text.ts';
import { linesOf } from './export-format.ts';
import { type MailingTool, type MailingToolName, mailingTools } from './mailing-tools.ts';

/** What the import of a file depends on. */
interface FileFacts {
  bytes: number;
  /** The number of addresses that the tool leaves out. */
  leftOut: number;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Returns a warning for each reason why a tool would not import the whole file. */
export function importWarnings(name: MailingToolName, { bytes, leftOut }: FileFacts): string[] {
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
  return warnings;
}

/** Yields the text of a file for a mailing tool. Then warns when the tool would not import the whole file. */
export async function* mailingFile(
  name: MailingToolName,
  records: AsyncIterable<SignupRecord>,
  terminal: Terminal,
): AsyncGenerator<string> {
  const tool: MailingTool = mailingTools[name];
  const facts: FileFacts = { bytes: 0, leftOut: 0 };
  async function* counted() {
    for await (const record of records) {
      if (tool.leavesOut?.addresses.test(String(record.email))) facts.leftOut += 1;
      yield record;
    }
  }
  for await (const line of linesOf(counted(), tool)) {
    facts.bytes += Buffer.byteLength(line);
    yield line;
  }
  for (const warning of importWarnings(name, facts)) warn(terminal, warning);
}
