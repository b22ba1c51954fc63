import { createTerminal } from './output/terminal.ts';
import { createProgram } from './program.ts';
import { run } from './run.ts';

const { env } = process;
// `npm run cli` starts us in the project’s folder. A path on the command line is relative to the shell’s folder.
if (env.npm_lifecycle_event === 'cli' && env.INIT_CWD) process.chdir(env.INIT_CWD);

const session = { terminal: createTerminal(env), environment: env, json: false, exitCode: 0 };
process.exitCode = await run(createProgram(session), process.argv.slice(2), session);
