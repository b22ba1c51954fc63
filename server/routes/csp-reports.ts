import express, { type RequestHandler, type Router } from 'express';
import { cspReportsPath } from '../../shared/csp-reports.ts';
import type { Context } from '../context.ts';
import { readCspReports } from '../csp-report.ts';

const types = ['application/reports+json', 'application/csp-report'];
const limit = 8 * 1024;

/** Bodies that are read in a minute, whoever sends them: a broken extension must not fill the log. */
const mostPerMinute = 60;
const minuteMs = 60_000;

/** Whether there is room for one more in this minute. @param now in milliseconds. */
function createMinuteLimit(now: () => number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) count = 0;
    minute = current;
    count += 1;
    return count <= mostPerMinute;
  };
}

/**
 * POST of what the policy kept from happening: always 204 where it could be read, and a line in the log.
 * @param now in milliseconds.
 */
export function cspReportsRoute({ log, table }: Context, now = Date.now): Router {
  const router = express.Router();
  const hasRoom = createMinuteLimit(now);
  const readWhereRoom: RequestHandler = (_request, response, next) => {
    if (hasRoom()) return next();
    response.status(204).end();
  };
  const isOurs = (path: string) => table.resources.has(path);
  router.post(
    cspReportsPath,
    readWhereRoom,
    express.json({ type: types, limit, inflate: false }),
    (request, response) => {
      for (const report of readCspReports(request.body, isOurs)) {
        log.warn(report, 'the policy kept something from happening');
      }
      response.setHeader('Cache-Control', 'no-store');
      response.status(204).end();
    },
  );
  return router;
}
