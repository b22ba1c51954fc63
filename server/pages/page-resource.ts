import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../shared/pages.ts';
import { site } from '../../shared/site.ts';
import { compressQuickly, compressWell } from './compress.ts';
import { contentTypeOf } from './content-types.ts';
import { fillDocument } from './document.ts';
import { type Bodies, createEntity, type Entity } from './entity.ts';
import type { Resource, ResourceOptions } from './resource.ts';

type Options = Pick<ResourceOptions, 'config' | 'common' | 'pagesDirectory'>;

/** With indexing off every answer says so already. */
const robotsHeader = (page: Page, { config }: Options): string[] =>
  config.indexing && page.robots !== 'index, follow' ? ['X-Robots-Tag', page.robots] : [];

/** A prerendered page, with this environment’s head. */
export function pageResource(page: Page, options: Options): Resource {
  const file = join(options.pagesDirectory, `${page.id}.html`);
  const fill = () => Buffer.from(fillDocument(readFileSync(file, 'utf8'), page, options.config));
  const toEntity = (bodies: Bodies): Entity =>
    createEntity({
      status: page.status,
      contentType: contentTypeOf(file),
      cacheControl: 'no-cache',
      bodies,
      common: options.common,
      extra: ['Content-Language', site.language, ...robotsHeader(page, options)],
    });
  let made: Entity | undefined;
  return {
    route: page.path ?? '(not found)',
    entity() {
      made ??= toEntity(compressQuickly(fill()));
      return made;
    },
    async warm() {
      made = toEntity(await compressWell(made?.form('identity')?.body ?? fill()));
    },
  };
}
