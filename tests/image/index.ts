/**
 * Builds the image with buildah, runs it with podman as an operator should, and prints what it is held to.
 * `--base NAME`: another base than Docker Hub's, e.g. what `tests/image/make-base` makes.
 * `--image NAME`: one that is built already.
 */
import { parseArgs } from 'node:util';
import * as engine from './engine.ts';
import { boots, confined, ends, type Finding, serves, startsOn } from './findings.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'docker.io/library/node:24-bookworm-slim' },
    image: { type: 'string' },
  },
});

/** An image may add so many bytes to its base. */
const mostAdded = 20e6;

function build(): string {
  const { name, addedBytes } = engine.buildImage('localhost/deckwright:test', values.base);
  report({
    claim: 'the image is small',
    isKept: addedBytes <= mostAdded,
    seen: `${(addedBytes / 1e6).toFixed(1)} MB more than ${values.base}`,
  });
  return name;
}

function report({ claim, isKept, seen }: Finding): void {
  console.log(`${isKept ? '✓' : '✗'} ${claim.padEnd(52)} ${seen}`);
  if (!isKept) process.exitCode = 1;
}

/** Two containers, one after the other, on one volume. */
async function* holdToAccount(image: string, volume: string): AsyncGenerator<Finding> {
  for (const round of ['first', 'second'] as const) {
    const site = await startsOn(image, volume);
    try {
      yield { claim: `${round} container listens, then takes sign-ups`, ...(await boots(site)) };
      if (round === 'first') yield* confined(site.container);
      yield* serves(site, round);
      yield* ends(site.container);
    } catch (error) {
      console.error(engine.logOf(site.container));
      throw error;
    } finally {
      engine.remove(site.container);
    }
  }
}

const image = values.image ?? build();
const volume = engine.createVolume();
try {
  for await (const finding of holdToAccount(image, volume)) report(finding);
} finally {
  engine.removeVolume(volume);
}
