// The yardstick of a page: `node:http` writes the same bytes and headers as our server, which it asks once.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const [url = '', headers = '{}'] = process.argv.slice(2);

get(url, { headers: JSON.parse(headers) }, async (answer) => {
  const bytes = await buffer(answer);
  const { connection, date, 'keep-alive': _, ...kept } = answer.headers;
  const server = createServer((_request, response) => {
    response.writeHead(answer.statusCode ?? 500, kept);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
});
