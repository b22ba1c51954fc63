import { requireSettings } from '../environment.ts';
import { type Owner, reachOwner } from './owner.ts';

/** Reaches the owner, does the work, and lets go however it ends. */
export async function withOwner<Result>(
  work: (owner: Owner) => Promise<Result>,
  reach = reachOwner,
): Promise<Result> {
  const owner = await reach(requireSettings());
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}
