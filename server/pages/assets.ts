import { readdirSync, readFile as readFileCallback, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { assetsPath } from '../../shared/locations.ts';
import { contentTypeOf } from './content-types.ts';
import { type Bodies, createEntity, type Entity, type RawHeaders } from './entity.ts';
import type { Resource, ResourceOptions } from './resource.ts';

/** Not node:fs/promises, which costs the start 2 ms. */
const readFile = promisify(readFileCallback);

const hour = 'public, max-age=3600';
const year = 'public, max-age=31536000, immutable';

interface Asset {
  /** Relative to the client’s folder, with forward slashes. */
  name: string;
  file: string;
  /** Which compressed siblings the build has written. */
  compressed: readonly ('br' | 'gzip')[];
}

/** Of what the build writes, files have an ending and folders have none: asking the disk costs the start a millisecond. */
const isFileName = /\.[^/]+$/;
const isNotServed = /^\.vite\/|\.(br|gz|html)$/;

function listAssets(directory: string): Asset[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const all = new Set(names);
  return names
    .filter((name) => isFileName.test(name) && !isNotServed.test(name))
    .map((name) => ({
      name,
      file: `${directory}/${name}`,
      compressed: [
        ...(all.has(`${name}.br`) ? (['br'] as const) : []),
        ...(all.has(`${name}.gz`) ? (['gzip'] as const) : []),
      ],
    }));
}

const endings = { br: '.br', gzip: '.gz' } as const;

function assetResource({ name, file, compressed }: Asset, common: RawHeaders): Resource {
  const isHashed = `/${name}`.startsWith(assetsPath);
  const toEntity = (bodies: Bodies): Entity =>
    createEntity({
      status: 200,
      contentType: contentTypeOf(name),
      cacheControl: isHashed ? year : hour,
      bodies,
      common,
    });
  let made: Entity | undefined;
  return {
    route: isHashed ? `${assetsPath}*` : `/${name}`,
    entity() {
      if (made) return made;
      const bodies: Bodies = { identity: readFileSync(file) };
      for (const coding of compressed) bodies[coding] = readFileSync(`${file}${endings[coding]}`);
      made = toEntity(bodies);
      return made;
    },
    async warm() {
      if (made) return;
      const bodies: Bodies = { identity: await readFile(file) };
      for (const coding of compressed) bodies[coding] = await readFile(`${file}${endings[coding]}`);
      made ??= toEntity(bodies);
    },
  };
}

/** Every file of the client’s build, by its address. Throws where there is no build. */
export const assetResources = ({
  clientDirectory,
  common,
}: Pick<ResourceOptions, 'clientDirectory' | 'common'>): [path: string, resource: Resource][] =>
  listAssets(clientDirectory).map((asset) => [
    encodeURI(`/${asset.name}`),
    assetResource(asset, common),
  ]);
