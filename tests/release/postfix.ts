import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import pRetry from 'p-retry';
import { type RunningProgram, startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { writeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';

/** Postfix starts only as root, because its parts change to other users. */
export const canRunPostfix =
  userInfo().uid === 0 && ['postfix', 'saslpasswd2', 'openssl'].every((name) => findProgram(name));

/** The user and the group that own mailboxes: `nobody` on every Debian. */
const nobody = 65_534;
const host = 'mail.example';
/** The domain whose mailboxes this Postfix has. */
export const domain = 'prospects.example';

/** Returns the parts of Postfix that accept a mail and deliver it into a mailbox. None runs in a chroot. */
const partsOf = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/** Requires STARTTLS and a login for every mail, and delivers into one file for each mail. */
const settingsOf = (folder: string, certificate: string, key: string, names: string[]) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/log
myhostname = ${host}
mydestination =
inet_interfaces = 127.0.0.1
smtpd_tls_security_level = encrypt
smtpd_tls_auth_only = yes
smtpd_tls_chain_files = ${key}, ${certificate}
smtpd_sasl_auth_enable = yes
cyrus_sasl_config_path = ${folder}/settings/sasl
alias_maps =
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = inline:{${names.map((name) => `{ ${name}@${domain} = ${name}/ }`).join()}}
virtual_mailbox_base = ${folder}/mailboxes
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_minimum_uid = 1
`;

/** Returns the settings of Cyrus SASL, which checks the passwords for Postfix. */
const saslSettingsOf = (passwords: string) => `
pwcheck_method: auxprop
auxprop_plugin: sasldb
mech_list: PLAIN LOGIN
sasldb_path: ${passwords}
`;

/** Creates a file of passwords with one user. @param owner the user id of Postfix, which reads the file. */
function writePasswords(file: string, user: string, password: string, owner: number): void {
  const words = ['-p', '-c', '-f', file, '-u', host, user];
  execFileSync(findProgram('saslpasswd2') ?? '', words, { input: password });
  chownSync(file, owner, owner);
}

/**
 * Starts Postfix on a free port of the loopback, with settings, queue and mailboxes in a folder of its own.
 * @param names the mailboxes. Postfix refuses every other recipient with 550.
 */
export async function startPostfix(names: string[]) {
  const [user, password] = ['launch', 'pass/word@of:the test'];
  const folder = temporaryFolder();
  const inFolder = (name: string): string => join(folder, name);
  const port = await freePort();
  const { certificate, key } = writeCertificate(folder, 'localhost');
  const owner = Number(execFileSync('id', ['-u', 'postfix'], { encoding: 'utf8' }));
  for (const name of ['settings/sasl', 'queue', 'data', 'mailboxes'])
    mkdirSync(inFolder(name), { recursive: true });
  chmodSync(folder, 0o711);
  chownSync(inFolder('data'), owner, 0);
  chownSync(inFolder('mailboxes'), nobody, nobody);
  writeFileSync(inFolder('settings/main.cf'), settingsOf(folder, certificate, key, names));
  writeFileSync(inFolder('settings/master.cf'), partsOf(port));
  writeFileSync(inFolder('settings/sasl/smtpd.conf'), saslSettingsOf(inFolder('passwords')));
  writePasswords(inFolder('passwords'), user, password, owner);

  const MAIL_CONFIG = inFolder('settings');
  const run = (name: string, words: string[]): string =>
    execFileSync(findProgram(name) ?? '', ['-c', MAIL_CONFIG, ...words], { encoding: 'utf8' });
  run('postfix', ['check']);
  const master = join(run('postconf', ['-h', 'daemon_directory']).trim(), 'master');
  let running: RunningProgram;
  const start = async () => {
    // With `-s` Postfix stays in the foreground.
    running = startProgram([master, '-s'], { ...process.env, MAIL_CONFIG });
    await pRetry(() => once(connect(port, '127.0.0.1'), 'connect'), {
      retries: 100,
      minTimeout: 50,
      maxTimeout: 50,
    });
  };
  await start();
  const urlWith = (secret: string): string =>
    `smtp://${user}%40${host}:${encodeURIComponent(secret)}@localhost:${port}`;
  return {
    url: urlWith(password),
    urlWithWrongPassword: urlWith('wrong'),
    /** The file with the certificate, which the mail's sender must trust. */
    certificate,
    start,
    stop: () => running.stop(),
    /** Returns every mail that is in a mailbox. */
    read(name: string): Promise<ParsedMail[]> {
      const files = globSync(`${inFolder('mailboxes')}/${name}/{new,cur}/*`);
      return Promise.all(files.map((file) => simpleParser(readFileSync(file))));
    },
  };
}
