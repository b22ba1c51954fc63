/** Says for each need of a skipped test how to meet it. */
const remedies: readonly [RegExp, string][] = [
  [
    /podman|buildah/,
    'apt-get install --no-install-recommends podman buildah runc debootstrap, then tests/release/make-base as root',
  ],
  [/nginx|caddy|promtool|psql|java|systemd-analyze/, 'npm run test:programs'],
  [
    /postfix|saslpasswd2/,
    'apt-get install --no-install-recommends postfix sasl2-bin, then run it as root',
  ],
  [/seccomp/, 'apt-get install python3-seccomp, then run it as root'],
  [/\broot\b/, 'run the tests as root'],
  [/every user may read/, 'move the checkout to a folder that every user may enter'],
  [/node_exporter/, 'apt-get install prometheus prometheus-node-exporter'],
  [/exim4/, 'apt-get install --no-install-recommends exim4-daemon-light, then run it as root'],
  [/pgbouncer/, 'apt-get install --no-install-recommends pgbouncer'],
  [/slowhttptest|wapiti|sqlmap|wrk|prometheus/, 'apt-get install it'],
  [/haproxy/, 'apt-get install --no-install-recommends haproxy'],
  [/apache2/, 'apt-get install --no-install-recommends apache2'],
  [/lynx|w3m|elinks/, 'apt-get install it'],
  [/soffice/, 'apt-get install libreoffice-impress'],
  [/pdftoppm|pdftotext/, 'apt-get install poppler-utils'],
  [/firefox/, 'apt-get install firefox-esr'],
  [/WebKitWebDriver/, 'apt-get install webkit2gtk-driver xvfb'],
];

/** Returns how to meet a need of a test or of a part of the release tests. */
export const remedyFor = (need: string): string =>
  remedies.find(([pattern]) => pattern.test(need))?.[1] ?? 'install it';
