import { createProgram } from './program.ts';
import { run } from './run.ts';
import { createTerminal } from './terminal.ts';

// The only layer that decides how the process ends; everything below returns or throws.
const session = { terminal: createTerminal(), exitCode: 0 };
process.exitCode = await run(createProgram(session), process.argv.slice(2), session);
