import { createTerminal } from './output/terminal.ts';
import { createProgram } from './program.ts';
import { run } from './run.ts';

// The only layer that decides how the process ends; everything below returns or throws.
const { env } = process;
const session = { terminal: createTerminal(env), environment: env, json: false, exitCode: 0 };
process.exitCode = await run(createProgram(session), process.argv.slice(2), session);
