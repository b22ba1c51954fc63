import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end which tests were skipped; their names say what they need. */
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
    if (skipped.size === 0) console.log('Skipped nothing.');
  }
}
