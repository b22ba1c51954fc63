import type { RequestHandler } from 'express';
import { asSource } from '../../shared/signup/contract.ts';
import { limitDialogs } from '../http/limits.ts';
import { fieldsOf, isSameOrigin, readBody } from '../http/posted.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { ApiDependencies } from './signup.ts';

/**
 * Handles POST /api/opened, which `navigator.sendBeacon` sends when a dialog was opened. Visitors who object (`Sec-GPC`)
 * or are over the limit get the same response, and are not counted.
 */
export function handleOpened(dependencies: ApiDependencies): RequestHandler {
  const { settings, clientIp, metrics, counter } = dependencies;
  const isWithinLimit = limitDialogs();
  return async (request, response) => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN))
      return sendRefusal(response, 'forbidden_origin');
    const read = await readBody(request, response);
    if (read.refused) return sendRefusal(response, read.refused);
    const fields = fieldsOf(read.body);
    if (!fields) return sendRefusal(response, 'invalid_request');
    const source = asSource(fields.source);
    if (request.get('sec-gpc') !== '1' && isWithinLimit(clientIp.of(request))) {
      metrics?.dialogOpened(source);
      counter.count('dialog_opened', source);
    }
    response.setHeader('Cache-Control', 'no-store');
    response.status(204).end();
  };
}
