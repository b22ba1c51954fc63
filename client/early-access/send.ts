import type { PageConfig } from '../../shared/page-config.ts';
import { type Send, sendThroughServer } from './send-through-server.ts';

/** The way that a sign-up takes in this environment; supabase-js is fetched only where it is that way. */
export async function loadSend(transport: PageConfig['transport']): Promise<Send> {
  if (transport.kind === 'proxy') return sendThroughServer;
  const { sendDirect } = await import('./send-direct.ts');
  return sendDirect(transport.supabaseUrl, transport.supabaseKey);
}
