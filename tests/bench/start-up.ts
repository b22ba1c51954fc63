import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { interleave, type Pairs } from './rounds.ts';

const bareServer = `
  require('node:http').createServer((_, response) => response.end('ok'))
    .listen(Number(process.env.PORT), '127.0.0.1');
`;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    request({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });

/** Milliseconds from spawning a process to its first 200. */
async function firstAnswer(parameters: string[], environment: Record<string, string>) {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, parameters, {
    env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port) },
    stdio: 'ignore',
  });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 1));
  const took = performance.now() - begun;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
  return took;
}

/** Start to first 200, in milliseconds, of a bare `node:http` server and of ours. */
export function measureStartUp(folder: string, rounds: number): Promise<Pairs> {
  return interleave(rounds, {
    yardstick: () => firstAnswer(['--eval', bareServer], {}),
    ours: () => firstAnswer([serverEntry], { DATA_DIR: join(folder, 'data-start') }),
  });
}
