/** A records process: answers the terminal over its standard streams, and owns the sign-ups for the while. */
import { describeProblems, readConfig } from './config.ts';
import { converse } from './records/conversation.ts';
import { failureAnswer } from './records/perform.ts';
import { openOutbox, openStandalone } from './records/standalone.ts';

async function main(): Promise<void> {
  const config = readConfig();
  if (!config.ok) throw new Error(describeProblems(config.report).trim());
  const open = process.argv[2] === 'outbox' ? openOutbox : openStandalone;
  const { owner, close } = await open(config.settings);
  await converse(process.stdin, process.stdout, owner).finally(close);
}

main().catch((error: unknown) => {
  process.stdout.write(`${JSON.stringify(failureAnswer(error))}\n`);
  process.exitCode = 1;
});
