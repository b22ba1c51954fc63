import common from './stryker.json' with { type: 'json' };

/** The terminal, the start of the server and of the page, mail, and PostgreSQL: a score below 85 % fails. */
export default {
  ...common,
  mutate: [
    'server/{index,lifecycle,start}.ts',
    'server/stores/postgres/*.ts',
    'server/deliveries/*.ts',
    'client/start/boot.ts',
    'cli/**/*.ts',
    '!**/*.test.ts',
    '!**/testing/**',
  ],
  incrementalFile: '.cache/stryker-terminal.json',
  thresholds: { high: 90, low: 85, break: 85 },
};
