import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { assetsPath } from '../../shared/locations.ts';
import type { HeaderFields } from '../http/security-headers.ts';
import { mediaType } from './media-type.ts';
import { createStaticResponse, type StaticResponse } from './static-response.ts';

const hour = 'public, max-age=3600';
const year = 'public, max-age=31536000, immutable';

/** Compressed forms lie beside what they are made of. */
const isNotServed = /\.(br|html)$/;

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isNotServed.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** Every file of the client’s build, by its address. */
export const assetResponses = (
  directory: string,
  headers: HeaderFields,
): [path: string, response: StaticResponse][] =>
  filesOf(directory).map((file) => {
    const path = encodeURI(`/${relative(directory, file).replaceAll(sep, '/')}`);
    const isHashed = path.startsWith(assetsPath);
    const response = createStaticResponse({
      route: isHashed ? `${assetsPath}*` : path,
      contentType: mediaType(file),
      cacheControl: isHashed ? year : hour,
      body: readFileSync(file),
      brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
      headers,
    });
    return [path, response];
  });
