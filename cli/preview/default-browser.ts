import { spawn } from 'node:child_process';
import { whenEnded } from '../server-process.ts';
import { defaultBrowserCommand } from './browsers.ts';

/** @returns whether the system took it. */
export async function openDefaultBrowser(url: string): Promise<boolean> {
  const [program, given] = defaultBrowserCommand(process.platform, url);
  const child = spawn(program, given, { stdio: 'ignore' });
  return whenEnded(child).then(
    (code) => code === 0,
    () => false,
  );
}
