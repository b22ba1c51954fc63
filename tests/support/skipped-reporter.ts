import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { remedyFor } from './remedies.ts';

/** The line that says that no test of a run has run. `tests/release.ts` reads this line. */
export const allSkipped = 'Every test was skipped.';

/**
 * Lists the skipped tests by what they need, then says in one line what was not tested and what brings it. Says nothing
 * of a run of tests chosen by name, because Vitest counts all other tests as skipped.
 */
export default class SkippedReporter implements Reporter {
  #isChosenByName = false;

  onInit({ config }: Vitest): void {
    this.#isChosenByName = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isChosenByName) return;
    const skipped = new Map<string, number>();
    const withoutReason: string[] = [];
    let hasRun = false;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { fullName } = test;
        if (test.result().state !== 'skipped') {
          hasRun = true;
          continue;
        }
        const need = /\((needs [^)]*)\)/.exec(fullName)?.[1];
        if (need === undefined) withoutReason.push(fullName);
        else skipped.set(need, (skipped.get(need) ?? 0) + 1);
      }
    }
    for (const [need, times] of skipped) console.log(`Skipped ${times} (${need})`);
    if (withoutReason.length > 0) {
      const titles = withoutReason.join('; ');
      console.log(`Skipped ${withoutReason.length} without a reason in the title: ${titles}`);
    }
    const parts = [...skipped].map(
      ([need, times]) =>
        `${times} that ${times === 1 ? 'needs' : 'need'} ${need.replace(/^needs /, '')} (${remedyFor(need)})`,
    );
    if (parts.length > 0) console.log(`Not tested: ${parts.join(', ')}.`);
    else if (withoutReason.length === 0) console.log('Skipped nothing.');
    const hasSkipped = skipped.size + withoutReason.length > 0;
    if (hasSkipped && !hasRun) console.log(allSkipped);
  }
}
