/**
 * Returns nodemailer's options for a `MAIL_URL` that its schema accepts. `smtp://` without `tls=none` requires STARTTLS.
 */
export function smtpOptions(mailUrl: string) {
  const url = new URL(mailUrl);
  const secure = url.protocol === 'smtps:';
  const isPlain = url.searchParams.get('tls') === 'none';
  const [user, pass] = [url.username, url.password].map(decodeURIComponent);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(user ? { auth: { user, pass: pass ?? '' } } : {}),
  };
}
