import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { locations } from '../../shared/build-output.ts';
import { entryPlaceholder, entryTemplates, templateOf } from '../../shared/entry/templates.ts';
import { pagePlaceholder, placeholders } from '../../shared/page-config.ts';
import { documentOf, pages } from '../../shared/pages.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

const script = `export const answer = 42;\n${'// padding\n'.repeat(50)}`;

const document = `<!doctype html><head>${placeholders.head}</head>
<a href="mailto:${pagePlaceholder('contactEmail')}">Write to us</a>${placeholders.config}
`;

/** Creates the smallest possible build in a temporary folder. @returns the path of the folder. */
export function createFixtureSite(): string {
  const root = temporaryFolder();
  const client = join(root, locations.client);
  const directory = join(root, locations.pages);
  mkdirSync(join(client, 'assets'), { recursive: true });
  mkdirSync(directory);
  for (const page of pages) writeFileSync(join(directory, `${documentOf(page)}.html`), document);
  for (const view of entryTemplates) {
    const values = ['token', 'email', 'source', 'noticeText', 'keptUntil'];
    const body = `${view.view}: ${values.map(entryPlaceholder).join(' ')}`;
    const text = document.replace(placeholders.config, () => `${body}${placeholders.entry}`);
    writeFileSync(join(directory, `${templateOf(view)}.html`), text);
  }
  const asset = join(client, 'assets', 'app-abc123.js');
  writeFileSync(asset, script);
  writeFileSync(`${asset}.br`, brotliCompressSync(script));
  writeFileSync(`${asset}.gz`, gzipSync(script));
  writeFileSync(join(client, 'assets', 'text-def456.woff2'), Buffer.from([1, 2, 3]));
  writeFileSync(join(client, 'assets', 'sample-deck-ours-789abc.pptx'), Buffer.from('PK'));
  writeFileSync(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return root;
}
