import type { Reporter, TestModule } from 'vitest/node';

/** What brings each need of a skipped test. */
const remedies: readonly [RegExp, string][] = [
  [/nginx|caddy|promtool|psql|java|systemd-analyze/, 'npm run test:programs'],
  [/root/, 'run the tests as root'],
];

const remedyFor = (need: string): string =>
  remedies.find(([pattern]) => pattern.test(need))?.[1] ?? 'install it';

/** Lists the skipped tests by what they need, then says in one line what was not tested and what brings it. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const need = /\((needs [^)]*)\)/.exec(test.fullName)?.[1] ?? `no reason: ${test.fullName}`;
        skipped.set(need, (skipped.get(need) ?? 0) + 1);
      }
    }
    for (const [need, times] of skipped) console.log(`Skipped ${times} (${need})`);
    if (skipped.size === 0) {
      console.log('Skipped nothing.');
      return;
    }
    const parts = [...skipped].map(
      ([need, times]) =>
        `${times} that ${times === 1 ? 'needs' : 'need'} ${need.replace(/^needs /, '')} (${remedyFor(need)})`,
    );
    console.log(`Not tested: ${parts.join(', ')}.`);
  }
}
