import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import type { Folders } from '../context.ts';

const script = `export const answer = 42;\n${'// padding\n'.repeat(50)}`;

const document = (id: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    ${placeholders.head}
  </head>
  <body>
    <main id="root"><h1>${id}</h1><a href="mailto:${placeholders.contactEmail}">${placeholders.contactEmail}</a></main>
    ${placeholders.config}
  </body>
</html>
`;

/** A build as small as can be, in a temporary folder. */
export function createFixtureSite(): Folders & { remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'deckwright-site-'));
  const clientDirectory = join(root, 'client');
  const pagesDirectory = join(root, 'pages');
  mkdirSync(join(clientDirectory, 'assets'), { recursive: true });
  mkdirSync(pagesDirectory);
  for (const { id } of pages) writeFileSync(join(pagesDirectory, `${id}.html`), document(id));
  const asset = join(clientDirectory, 'assets', 'app-abc123.js');
  writeFileSync(asset, script);
  writeFileSync(`${asset}.br`, brotliCompressSync(script));
  writeFileSync(`${asset}.gz`, gzipSync(script));
  writeFileSync(join(clientDirectory, 'assets', 'text-def456.woff2'), Buffer.from([1, 2, 3]));
  writeFileSync(join(clientDirectory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const remove = () => rmSync(root, { recursive: true, force: true });
  return { clientDirectory, pagesDirectory, remove };
}
