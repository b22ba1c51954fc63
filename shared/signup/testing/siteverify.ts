import { text } from 'node:stream/consumers';
import { answerJson, createStandIn } from '../../testing/stand-in.ts';
import { botCheckAction } from '../contract.ts';

/** Starts a stand-in for siteverify. A token that begins with `good` passes once; `down` gets no answer. */
export function startSiteverify(hostname: string) {
  const spent = new Set<string>();
  return createStandIn(async (request, response) => {
    // The body is JSON or a form.
    const [, token = ''] = /response"?[:=]"?([^"&]*)/.exec(await text(request)) ?? [];
    if (token.startsWith('down')) return response.destroy();
    const isSpent = spent.has(token);
    const success = token.startsWith('good') && !isSpent;
    spent.add(token);
    const passed = { success, hostname, action: botCheckAction };
    const code = isSpent ? 'timeout-or-duplicate' : 'invalid-input-response';
    const failed = { success, 'error-codes': [code] };
    answerJson(200, success ? passed : failed)(request, response);
  });
}
