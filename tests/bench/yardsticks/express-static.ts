// What a usual single-page application is served by: files from disk, compressed as they leave.
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import express from 'express';

const [folder = ''] = process.argv.slice(2);

const app = express();
app.use(compression());
app.use(express.static(folder));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
