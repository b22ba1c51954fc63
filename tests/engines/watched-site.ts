import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const watchPath = '/watch.js';

/** Runs before any script of the page: notes what a reader’s console would show in red. */
const watch = `
  window.complaints = [];
  const complain = (text) => window.complaints.push(text);
  for (const kind of ['error', 'warn']) {
    const print = console[kind];
    console[kind] = (...words) => { complain(kind + ': ' + words.join(' ')); print(...words); };
  }
  addEventListener('error', (event) => {
    complain(event.message ?? 'not loaded: ' + (event.target.src ?? event.target.href));
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => complain('rejected: ' + reason));
  addEventListener('securitypolicyviolation', (event) => {
    complain('refused: ' + event.violatedDirective + ' ' + event.blockedURI);
  });
`;

/** A browser takes a document in this sandbox for one whose reader turned scripts off. */
const withoutScripts = 'sandbox allow-forms allow-same-origin';

function passDocument(html: string, headers: Record<string, unknown>, to: ServerResponse): void {
  const isScripted = headers['content-security-policy'] !== withoutScripts;
  const watched = html.replace('<head>', `<head><script src="${watchPath}"></script>`);
  to.end(isScripted ? watched : html);
}

export interface WatchedSite {
  url: string;
  close(): void;
}

/**
 * Our site as `origin` serves it, with every page noting its complaints in `window.complaints`; or with
 * `scripts: false` as it is for a reader without scripts. Both work alike in every engine.
 */
export async function watchSite(origin: string, scripts = true): Promise<WatchedSite> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === watchPath) {
      outgoing.setHeader('Content-Type', 'text/javascript').end(watch);
      return;
    }
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const { method } = incoming;
    const passed = request(new URL(incoming.url ?? '/', origin), { method, headers });
    passed.on('response', async (response) => {
      const { 'content-length': _, ...kept } = response.headers;
      if (!scripts) kept['content-security-policy'] = withoutScripts;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      if (!/^text\/html/.test(kept['content-type'] ?? '')) return response.pipe(outgoing);
      passDocument(await text(response), kept, outgoing);
    });
    passed.on('error', (error) => outgoing.destroy(error));
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
