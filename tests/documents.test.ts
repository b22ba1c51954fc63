import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contradictions } from '../shared/settings/contradictions.ts';
import { settings } from '../shared/settings/schema.ts';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** The rows of every table in a document, cell by cell. */
const cells = (name: string): string[][] => {
  const rows = text(name).matchAll(/^\| (.*) \|$/gm);
  return [...rows].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));
};

describe('an operator finds every setting', () => {
  it.each(Object.entries(settings))('%s in .env.example, with its default', (name, setting) => {
    const value = 'default' in setting ? setting.default : '';
    expect(text('.env.example')).toContain(`# ${setting.about}.\n# ${name}=${value}\n`);
  });

  it.each(Object.entries(settings))('%s in the README, with its default', (name, setting) => {
    const value = 'default' in setting ? `\`${setting.default}\`` : '';
    const about = 'secret' in setting ? `${setting.about} (secret)` : setting.about;
    expect(cells('README.md')).toContainEqual([`\`${name}\``, value, about]);
  });

  it.each(contradictions)('that $name may be refused: $says', ({ name, says }) => {
    expect(cells('docs/operating.md')).toContainEqual([`\`${name}\``, says]);
  });
});

it('both commands stand at the top of the README', () => {
  const top = text('README.md').split('\n').slice(0, 30).join('\n');
  expect(top).toContain('npm ci && npm start');
  expect(top).toContain('npm ci && npm test');
});
