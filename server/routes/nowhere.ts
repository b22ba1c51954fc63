import express, { type Request, type Response, type Router } from 'express';
import { cspReportsPath } from '../../shared/csp-reports.ts';
import { assetsPath } from '../../shared/locations.ts';
import { redirects } from '../../shared/pages.ts';
import { refusal, signupPath } from '../../shared/signup/contract.ts';
import type { Context } from '../context.ts';
import { requestId } from '../middleware/request-id.ts';
import { answer } from '../pages/answer.ts';
import { sendRefusal } from './refusal.ts';

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const queryOf = ({ url }: Request): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
};

function refuseMethod(response: Response, path: string, allow: string): void {
  response.setHeader('Allow', allow);
  sendRefusal(response, path, refusal('method_not_allowed'));
}

/** What lies at none of our addresses: moved, misspelt, asked for by another method, or not there. */
export function nowhereRoutes(context: Context): Router {
  const router = express.Router();
  for (const [from, to] of Object.entries(redirects)) {
    const [path = '', anchor] = to.split('#');
    router.get(from, (request, response) =>
      response.redirect(308, `${path}${queryOf(request)}#${anchor}`),
    );
  }
  router.use((request, response) => {
    const { path } = request;
    if (path === signupPath || path === cspReportsPath) {
      return refuseMethod(response, path, 'POST');
    }
    if (path.startsWith('/api/')) return sendRefusal(response, path, refusal('not_found'));
    if (!isRead(request)) return refuseMethod(response, path, 'GET, HEAD');
    if (path.startsWith(assetsPath)) return sendRefusal(response, path, refusal('not_found'));
    const bare = path.replace(/\/+$/, '');
    // Only to a page that we know: `//elsewhere.example/` is not one.
    if (bare !== path && context.table.resources.has(bare)) {
      return response.redirect(308, bare + queryOf(request));
    }
    answer(request, response, context.table.notFound.entity(), requestId(request));
  });
  return router;
}
