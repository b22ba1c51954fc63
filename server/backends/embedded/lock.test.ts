import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { lockDirectory } from './lock.ts';

const script = `
  const { lockDirectory } = await import(process.argv[1]);
  await lockDirectory(process.argv[2]).then(
    () => console.log('taken'),
    (error) => { console.log(error.message); process.exit(); },
  );
  setInterval(() => {}, 1000);
`;

let folder: ReturnType<typeof createTemporaryFolder>;
const children: ChildProcess[] = [];

/** A process that tries to take the lock, and what it says about it. */
async function tryFromOutside(): Promise<{ child: ChildProcess; said: string }> {
  const lock = new URL('./lock.ts', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--disable-warning=ExperimentalWarning',
      '-e',
      script,
      lock,
      folder.path,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

beforeEach(() => {
  folder = createTemporaryFolder();
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  folder.remove();
});

test('a live holder keeps the lock, from its own process and from others', async () => {
  const lock = await lockDirectory(folder.path);
  // In this order: closing a second handle in one process would cost a lock of fcntl’s kind.
  await expect(lockDirectory(folder.path)).rejects.toThrow('is in use by another process');
  expect((await tryFromOutside()).said).toMatch(/is in use by another process/);
  lock.release();
  expect((await tryFromOutside()).said).toBe('taken');
});

test('a holder that was killed does not keep it', async () => {
  const { child, said } = await tryFromOutside();
  expect(said).toBe('taken');
  await expect(lockDirectory(folder.path)).rejects.toThrow('is in use by another process');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await lockDirectory(folder.path);
  lock.release();
});

test('a folder that cannot be locked for another reason is not called in use', async () => {
  await expect(lockDirectory(`${folder.path}/missing`)).rejects.toThrow(/unable to open/);
});
