// What a careful Express application does: the page is in memory, helmet and compression are middleware.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import express from 'express';
import helmet from 'helmet';

const [file = ''] = process.argv.slice(2);
const page = readFileSync(file, 'utf8');

const app = express();
app.use(helmet());
app.use(compression());
app.get('/', (_request, response) => {
  response.type('html').send(page);
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
