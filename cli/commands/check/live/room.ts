import { statfs } from 'node:fs/promises';
import type { Finding } from '../report.ts';
import { nearestExisting } from '../settings/data-folder.ts';

/** With less room than this, in bytes, the disk is a problem or a warning. */
const leastRoom = { problem: 50e6, warning: 500e6 } as const;

/** Returns the free blocks of the disk of a folder, and the bytes of a block. */
type ReadBlocks = (folder: string) => Promise<{ bavail: number; bsize: number }>;

/** Judges the room on the disk of a data folder. The folder may not exist yet. */
export async function judgeRoom(folder: string, readBlocks: ReadBlocks = statfs): Promise<Finding> {
  const { bavail, bsize } = await readBlocks(nearestExisting(folder));
  const free = bavail * bsize;
  const says = `${Math.round(free / 1e6)} MB are free`;
  const remedy = 'Make room, or sign-ups will be refused.';
  const kind = free < leastRoom.problem ? 'problem' : free < leastRoom.warning ? 'warning' : null;
  return { name: 'disk', value: `${folder}, ${says}`, ...(kind && { [kind]: says, remedy }) };
}
