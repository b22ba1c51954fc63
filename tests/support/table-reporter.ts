import type { Reporter, TestModule } from 'vitest/node';

/** Prints at the end each test with how it ended and what it noted down that it saw. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    console.log('\n| what was tried | ended | what was seen |\n|---|---|---|');
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const seen = test.annotations().map(({ message }) => message);
        console.log(`| ${test.fullName} | ${test.result().state} | ${seen.join('; ')} |`);
      }
    }
  }
}
