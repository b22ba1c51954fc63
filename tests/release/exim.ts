import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pRetry from 'p-retry';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { writeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';

const exim = findProgram('exim4');

/** Exim starts with a configuration of its own only as root. */
export const canRunExim = userInfo().uid === 0 && exim !== undefined && findProgram('openssl');

/** Returns a configuration that queues every mail, except to `nobody`, `quota` and `policy`, and after `EHLO [127.…]`. */
const settingsOf = (folder: string, port: number, tls: string) => `
primary_hostname = relay.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
queue_only = true
host_lookup =
log_selector = +received_recipients +tls_cipher
${tls}
acl_smtp_helo = check_helo
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data
begin acl
check_helo:
  deny condition = \${if match{$sender_helo_name}{\\N^\\[127\\.\\N}}
       message = 5.5.2 Greet with a host name
  accept
check_rcpt:
  deny local_parts = nobody
       message = 5.1.1 Unknown user
  deny local_parts = quota
       message = 5.4.5 Daily user sending limit exceeded
  accept
check_data:
  deny condition = \${if match{$recipients}{policy}}
       message = 5.7.0 Blocked by policy
  accept
`;

/**
 * Starts Exim on a free port of the loopback, with settings and a queue in a folder of its own.
 * @param hasTls whether it offers STARTTLS, with a certificate that it signed itself for `localhost`.
 */
export async function startExim(hasTls: boolean) {
  const folder = temporaryFolder();
  const port = await freePort();
  const owner = Number(execFileSync('id', ['-u', 'Debian-exim'], { encoding: 'utf8' }));
  chmodSync(folder, 0o711);
  for (const name of ['spool', 'log']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), owner, 0);
  }
  const { certificate, key } = writeCertificate(folder, 'localhost');
  for (const file of [certificate, key]) chownSync(file, owner, 0);
  const files = `tls_certificate = ${certificate}\ntls_privatekey = ${key}\n`;
  const tls = hasTls ? `tls_advertise_hosts = *\n${files}` : 'tls_advertise_hosts =';
  const settings = join(folder, 'exim.conf');
  writeFileSync(settings, settingsOf(folder, port, tls), { mode: 0o644 });
  startProgram([exim ?? '', '-C', settings, '-bdf', '-oX', `${port}`], process.env);
  const greet = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    // Exim ends only when every connection is closed.
    socket.destroy();
  };
  await pRetry(greet, {
    retries: 100,
    minTimeout: 50,
    maxTimeout: 50,
  });
  const log = join(folder, 'log/mainlog');
  return {
    port,
    certificate,
    /** Returns the lines of the log about mails that Exim took. */
    taken: (): string[] =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line.includes(' <= '))
        : [],
  };
}
