/** Command lines under a command’s help. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ deckwright ${line}`).join('\n')}`;
