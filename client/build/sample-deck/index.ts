import { hash } from 'node:crypto';
import { create as contentDisposition } from 'content-disposition';
import type { Plugin } from 'vite';
import { assetsPath, sampleDeckName } from '../../../shared/build-output.ts';
import { createDeck } from '../../stage/deck-file/deck.ts';
import { looks } from '../../stage/sample/looks.ts';

/** The module that names the built files, see `virtual-sample-decks.d.ts`. */
const moduleName = 'virtual:sample-decks';
const resolvedName = `\0${moduleName}`;

/** Makes one file for each ready look. The name carries a hash of the content, as that of every asset. */
export function sampleDecks() {
  return looks.map((look) => {
    const content = createDeck(look);
    const digest = hash('sha256', content, 'base64url').slice(0, 8);
    return { look: look.id, path: `${assetsPath}sample-deck-${look.id}-${digest}.pptx`, content };
  });
}

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
    load(id) {
      if (id !== resolvedName) return;
      const addresses = Object.fromEntries(decks().map(({ look, path }) => [look, path]));
      return `export const sampleDecks = ${JSON.stringify(addresses)};`;
    },
    generateBundle() {
      for (const { path, content } of decks()) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const deck = decks().find(({ path }) => path === request.url);
        if (!deck) return next();
        response.setHeader('Content-Disposition', contentDisposition(sampleDeckName));
        response.end(deck.content);
      });
    },
  };
}
