import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/**
 * Asks once and writes status, headers and body to a file, for the raw yardstick to answer with.
 * Hop-by-hop headers and the ones that Node writes itself are left out. Returns the file's name.
 */
export async function record(
  url: string,
  headers: Record<string, string>,
  folder: string,
  name: string,
): Promise<string> {
  const answer = await new Promise<{ status: number; raw: string[]; body: Buffer }>(
    (resolve, reject) => {
      request(url, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            raw: response.rawHeaders,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
  const pairs: [string, string][] = [];
  for (let at = 0; at < answer.raw.length; at += 2) {
    const [key = '', value = ''] = answer.raw.slice(at, at + 2);
    if (!/^(connection|keep-alive|date|transfer-encoding)$/i.test(key)) pairs.push([key, value]);
  }
  const file = join(folder, `${name}.json`);
  writeFileSync(
    file,
    JSON.stringify({
      status: answer.status,
      headers: pairs,
      body: answer.body.toString('base64'),
    }),
  );
  return file;
}
