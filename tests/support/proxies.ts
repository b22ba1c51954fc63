import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ask } from './ask.ts';
import { writeCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';
import { findProgram } from './programs.ts';

export interface RunningProxy {
  port: number;
  /** The address where nginx learns that a replica is about to stop. */
  nudge: string;
  /** Returns everything that the proxy has written: its output, and its error log. */
  written: () => string;
  /** Ends the proxy, and waits until it has ended. */
  stop: () => Promise<unknown>;
}

/** nginx needs openssl for its certificate. Caddy makes its own. */
export const programs = {
  nginx: findProgram('openssl') && findProgram('nginx'),
  caddy: findProgram('caddy'),
  haproxy: findProgram('openssl') && findProgram('haproxy'),
  apache: findProgram('openssl') && findProgram('apache2'),
};

/** Starts a proxy, and waits until it answers. */
async function startProxy(words: string[], port: number, env = process.env) {
  const program = startProgram(words, env);
  const { child, said } = program;
  while (!(await ask(port, { path: '/metrics' }).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(said.err);
    await setTimeout(50);
  }
  return program;
}

type Changes = Record<string, string>;

/** Returns a text with changes, made in one pass, so that no change applies to what another change inserted. */
function changed(text: string, changes: Changes): string {
  for (const from of Object.keys(changes)) {
    if (!text.includes(from)) throw new Error(`the file no longer says ${from}`);
  }
  const literal = (from: string) => from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(Object.keys(changes).map(literal).join('|'), 'g');
  return text.replaceAll(pattern, (from) => changes[from] ?? from);
}

/**
 * Starts nginx with `deploy/nginx.conf`. Changes ports, addresses, files, and the texts that the test names.
 * @param root the folder of the checkout whose file is used.
 */
export async function startNginx(
  replicas: number[],
  changes: Changes = {},
  root = fromRoot('.'),
): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const [http, port, nudge] = [await freePort(), await freePort(), await freePort()];
  const errorLog = join(folder, 'error.log');
  const { certificate, key } = writeCertificate(folder, 'localhost');
  const text = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  const site = changed(text, {
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    '127.0.0.1:8090': `127.0.0.1:${nudge}`,
    '127.0.0.1:3000': `127.0.0.1:${replicas[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${replicas[1]}`,
    '/etc/letsencrypt/live/deckwright.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/deckwright.example/privkey.pem': key,
    '/var/log/nginx/error.log': errorLog,
    ...changes,
  });
  writeFileSync(join(folder, 'deckwright.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; pid ${folder}/nginx.pid; worker_processes 2; error_log stderr crit;
    worker_rlimit_nofile 16384; events { worker_connections 8192; } http { ${temporary.join(' ')} include ${folder}/deckwright.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  // The number of files that systemd allows a service.
  const limited = ['sh', '-c', 'ulimit -Sn 1024; exec "$@"', 'sh', programs.nginx ?? ''];
  const { said, stop } = await startProxy(
    [...limited, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    port,
  );
  const written = () => said.out + said.err + readFileSync(errorLog, 'utf8');
  return { port, nudge: `http://127.0.0.1:${nudge}/`, written, stop };
}

/**
 * Starts Caddy with `deploy/Caddyfile` and a certificate that Caddy signs itself.
 * @param root the folder of the checkout whose file is used.
 */
export async function startCaddy(
  replicas: number[],
  _changes: Changes = {},
  root = fromRoot('.'),
): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const port = await freePort();
  const site = changed(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'), {
    '\n{\n': '\n{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n',
  });
  writeFileSync(join(folder, 'Caddyfile'), site);
  const caddy = [programs.caddy ?? '', 'run', '--config', join(folder, 'Caddyfile')];
  const { said, stop } = await startProxy(caddy, port, {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE_ORIGIN: `https://localhost:${port}`,
    REPLICAS: replicas.map((replica) => `127.0.0.1:${replica}`).join(' '),
  });
  return { port, nudge: '', written: () => said.out + said.err, stop };
}

/** Starts HAProxy with `deploy/haproxy.cfg`. */
export async function startHaproxy(
  replicas: number[],
  changes: Changes = {},
): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const port = await freePort();
  const { certificate, key } = writeCertificate(folder, 'localhost');
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const site = changed(readFileSync(fromRoot('deploy/haproxy.cfg'), 'utf8'), {
    'bind :443 ': `bind 127.0.0.1:${port} `,
    '/etc/haproxy/deckwright.pem': both,
    '127.0.0.1:3000': `127.0.0.1:${replicas[0]}`,
    '127.0.0.1:3001': `127.0.0.1:${replicas[1]}`,
    ...changes,
  });
  writeFileSync(join(folder, 'haproxy.cfg'), site);
  const words = [programs.haproxy ?? '', '-db', '-f', join(folder, 'haproxy.cfg')];
  const { said, stop } = await startProxy(words, port);
  return { port, nudge: '', written: () => said.out + said.err, stop };
}

/** The modules that `deploy/apache.conf` needs, and the modules that Debian loads by default. */
const apacheModules =
  'mpm_event authz_core headers http2 slotmem_shm proxy proxy_http proxy_balancer lbmethod_byrequests proxy_hcheck reqtimeout ssl deflate filter';

/** Starts Apache with `deploy/apache.conf`. */
export async function startApache(
  replicas: number[],
  changes: Changes = {},
): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const port = await freePort();
  const { certificate, key } = writeCertificate(folder, 'localhost');
  const log = join(folder, 'error.log');
  const site = changed(readFileSync(fromRoot('deploy/apache.conf'), 'utf8'), {
    '*:443': `127.0.0.1:${port}`,
    'ServerName deckwright.example': 'ServerName localhost',
    '/etc/letsencrypt/live/deckwright.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/deckwright.example/privkey.pem': key,
    '/var/log/apache2/deckwright.log': log,
    ' http://127.0.0.1:3000 ': ` http://127.0.0.1:${replicas[0]} `,
    ' http://127.0.0.1:3001 ': ` http://127.0.0.1:${replicas[1]} `,
    ...changes,
  });
  const modules = apacheModules
    .split(' ')
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const main = [
    ...modules,
    `ServerName localhost\nListen 127.0.0.1:${port}\nPidFile ${folder}/apache.pid\nErrorLog ${log}`,
    `DefaultRuntimeDir ${folder}\nUser www-data\nGroup www-data`,
    site,
  ];
  writeFileSync(join(folder, 'apache.conf'), main.join('\n'));
  const words = [programs.apache ?? '', '-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')];
  const { said, stop } = await startProxy(words, port);
  const written = () => said.out + said.err + readFileSync(log, 'utf8');
  return { port, nudge: '', written, stop };
}
