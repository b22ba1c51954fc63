import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Says for each need of a skipped test how to meet it. */
const remedies: readonly [RegExp, string][] = [
  [/nginx|caddy|promtool|psql|java|systemd-analyze/, 'npm run test:programs'],
  [/root/, 'run the tests as root'],
];

const remedyFor = (need: string): string =>
  remedies.find(([pattern]) => pattern.test(need))?.[1] ?? 'install it';

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
    for (const module of modules) {
      for (const { fullName } of module.children.allTests('skipped')) {
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
  }
}
