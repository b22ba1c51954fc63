import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botCheckAction } from '../../shared/signup/contract.ts';

/** A stand-in for Turnstile’s siteverify: tokens that start with `good` pass, each once; `down` gets no answer. */
export async function startSiteverify(hostname: string): Promise<{ url: string; server: Server }> {
  const spent = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const sent: { response?: string } = body.startsWith('{')
      ? JSON.parse(body)
      : Object.fromEntries(new URLSearchParams(body));
    const { response: token = '' } = sent;
    if (token.startsWith('down')) return response.destroy();
    const success = token.startsWith('good') && !spent.has(token);
    spent.add(token);
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify(
        success
          ? { success, hostname, action: botCheckAction, 'error-codes': [] }
          : { success, 'error-codes': ['timeout-or-duplicate'] },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
