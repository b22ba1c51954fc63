import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A function as it was deployed: path → content, and what the platform was told of it. */
export interface Deployed {
  files: Map<string, string>;
  metadata: Record<string, unknown>;
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(Buffer.concat(chunks)), { headers }).formData();
}

async function readDeployment(request: IncomingMessage): Promise<Deployed> {
  const form = await readForm(request);
  const files = new Map<string, string>();
  for (const file of form.getAll('file')) {
    if (typeof file !== 'string') files.set(file.name, await file.text());
  }
  const metadata = form.get('metadata');
  const text = typeof metadata === 'string' ? metadata : await metadata?.text();
  return { files, metadata: JSON.parse(text ?? '{}') };
}

/** What the CLI wants to hear of a function that it has deployed. */
const answer = (slug: string) => ({
  id: '1',
  slug,
  name: slug,
  status: 'ACTIVE',
  version: 1,
  created_at: 1,
  updated_at: 1,
  verify_jwt: false,
});

/** A stand-in for Supabase’s management API, as far as `supabase functions deploy --use-api` asks it. */
export async function startManagementApi() {
  const deployed = new Map<string, Deployed>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('Content-Type', 'application/json');
    if (request.method !== 'POST' || !pathname.endsWith('/functions/deploy')) {
      response.writeHead(404).end('{"message": "not found"}');
      return;
    }
    const slug = searchParams.get('slug') ?? '';
    deployed.set(slug, await readDeployment(request));
    response.writeHead(201).end(JSON.stringify(answer(slug)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, deployed, close };
}
