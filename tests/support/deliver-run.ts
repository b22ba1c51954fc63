import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { startNode } from './built-server.ts';

const deliverRun = [fromRoot(`${locations.cli}/index.js`), 'deliver', 'run'];
/** Starts the built `deckwright deliver run` with the settings of a site on Supabase. */
export const startDeliverRun = (environment: Record<string, string>) =>
  startNode(deliverRun, {
    NODE_ENV: 'test',
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_PUBLISHABLE_KEY: 'unused',
    SIGNUP_PROXY_SECRET: 'the-secret-of-the-proxy',
    MAIL_FROM: 'list@deckwright.example',
    ...environment,
  });
