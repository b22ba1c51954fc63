import type { SiteFile } from '../routes/site-files.ts';
import { compressQuickly, compressWell } from './compress.ts';
import { type Bodies, createEntity, type Entity, type RawHeaders } from './entity.ts';
import type { Resource } from './resource.ts';

const isText = (contentType: string): boolean => /^text\/|xml|json/.test(contentType);

/** A file made of the manifest. */
export function siteFileResource(
  file: SiteFile & { status?: number },
  common: RawHeaders,
): Resource {
  const identity = Buffer.from(file.body);
  const toEntity = (bodies: Bodies): Entity =>
    createEntity({
      status: file.status ?? 200,
      contentType: file.contentType,
      cacheControl: file.cacheControl ?? 'public, max-age=3600',
      bodies,
      common,
    });
  const compressible = isText(file.contentType);
  let made: Entity | undefined;
  return {
    route: file.path,
    entity() {
      made ??= toEntity(compressible ? compressQuickly(identity) : { identity });
      return made;
    },
    async warm() {
      made = toEntity(compressible ? await compressWell(identity) : { identity });
    },
  };
}
