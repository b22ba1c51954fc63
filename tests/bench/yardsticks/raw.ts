// The floor: `node:http` writing the very bytes and headers that our server answers with.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Recorded {
  status: number;
  headers: [string, string][];
  body: string;
}

const [file = ''] = process.argv.slice(2);
const { status, headers, body }: Recorded = JSON.parse(readFileSync(file, 'utf8'));
const flat = headers.flat();
const bytes = Buffer.from(body, 'base64');

const server = createServer((_request, response) => {
  response.writeHead(status, flat);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
