import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { assetsPath } from '../../../shared/build-output.ts';
import { fillTemplate, openTemplate } from '../../deck/index.ts';
import { sampleDeck } from '../../stage/sample/deck.ts';
import { looks, type ReadyLook } from '../../stage/sample/looks.ts';

/** The module that names the built files, see `virtual-sample-decks.d.ts`. */
const moduleName = 'virtual:sample-decks';
const resolvedName = `\0${moduleName}`;

/** Fills the template of a ready look with the sample. */
async function filledLook(look: ReadyLook): Promise<Uint8Array<ArrayBuffer>> {
  const file = new URL(`../../deck/templates/${look}.pptx`, import.meta.url);
  const template = await openTemplate(new Uint8Array(await readFile(file)));
  if ('refused' in template) throw new Error(`${file.pathname} is ${template.refused}.`);
  return fillTemplate(template, sampleDeck());
}

/** Makes one file for each ready look. The name carries a hash of the content, as that of every asset. */
export const sampleDecks = () =>
  Promise.all(
    looks.map(async ({ id }) => {
      const content = await filledLook(id);
      const digest = hash('sha256', content, 'base64url').slice(0, 8);
      return { look: id, path: `${assetsPath}sample-deck-${id}-${digest}.pptx`, content };
    }),
  );

/**
 * Adds the sample decks to the build, serves them in development, and tells the page their addresses. The prerendered
 * pages and the script get the same addresses, because the same input gives the same file.
 */
export function sampleDeckFiles(): Plugin {
  let made: ReturnType<typeof sampleDecks> | undefined;
  const decks = () => {
    made ??= sampleDecks();
    return made;
  };
  return {
    name: 'sample-deck-files',
    resolveId: (id) => (id === moduleName ? resolvedName : undefined),
    async load(id) {
      if (id !== resolvedName) return;
      const addresses = Object.fromEntries((await decks()).map(({ look, path }) => [look, path]));
      return `export const sampleDecks = ${JSON.stringify(addresses)};`;
    },
    async generateBundle() {
      // A page without the sample deck needs no files of it.
      if (!made) return;
      for (const { path, content } of await decks()) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const deck = (await decks()).find(({ path }) => path === request.url);
        if (!deck) return next();
        response.setHeader('Content-Disposition', 'attachment');
        response.end(deck.content);
      });
    },
  };
}
