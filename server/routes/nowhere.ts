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

/** With its question mark. */
const queryOf = ({ url }: Request): string => url.replace(/[^?]*/, '');

function refuseMethod(response: Response, path: string, allow: string): void {
  response.setHeader('Allow', allow);
  sendRefusal(response, path, refusal('method_not_allowed'));
}

/** What lies at none of our addresses: moved, misspelt, asked for by another method, or not there. */
export function nowhereRoutes({ table }: Pick<Context, 'table'>): Router {
  const router = express.Router();
  for (const [from, to] of Object.entries(redirects)) {
    // A query goes before the anchor.
    router.get(from, (request, response) =>
      response.redirect(
        308,
        to.replace(/(?=#|$)/, () => queryOf(request)),
      ),
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
    if (bare !== path && table.resources.has(bare)) {
      return response.redirect(308, bare + queryOf(request));
    }
    answer(request, response, table.notFound.entity(), requestId(request));
  });
  return router;
}
