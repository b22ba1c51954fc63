import { spawnSync } from 'node:child_process';

/** The commit that is built, as the image’s build or git says; empty where neither does. */
export const revision = (root: string): string =>
  process.env.REVISION ??
  spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout?.trim() ??
  '';
