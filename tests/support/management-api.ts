import { buffer } from 'node:stream/consumers';
import { answerJson, createStandIn } from '../../shared/testing/stand-in.ts';

/** A function as it was deployed: path → content, and what the platform was told of it. */
interface Deployed {
  files: Map<string, string>;
  metadata: Record<string, unknown>;
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
  const standIn = await createStandIn(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (!pathname.endsWith('/functions/deploy')) return answerJson(404, {})(request, response);
    const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
    const files = new Map<string, string>();
    for (const file of form.getAll('file') as File[]) files.set(file.name, await file.text());
    const slug = searchParams.get('slug') ?? '';
    const metadata = await new Response(form.get('metadata')).json();
    deployed.set(slug, { files, metadata });
    answerJson(201, answer(slug))(request, response);
  });
  return { ...standIn, deployed };
}
