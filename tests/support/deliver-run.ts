import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { startNode } from './built-server.ts';

const deliverRun = [fromRoot(`${locations.cli}/index.js`), 'deliver', 'run'];
/** The process that `deckwright deliver run` starts. A test that kills the worker kills this one. */
export const deliverProcess = [fromRoot(`${locations.server}/deliver.js`)];

/** Starts the built `deckwright deliver run`, or its process alone, with the settings of a site on Supabase. */
export const startDeliverRun = (environment: Record<string, string>, words = deliverRun) =>
  startNode(words, {
    NODE_ENV: 'test',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'unused',
    SIGNUP_PROXY_SECRET: 'the-secret-of-the-proxy',
    MAIL_FROM: 'list@deckwright.example',
    ...environment,
  });
