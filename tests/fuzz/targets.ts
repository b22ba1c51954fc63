import type { Random } from './random.ts';

const paths = [
  '/',
  '/upload',
  '/privacy',
  '/terms',
  '/careers',
  '/contact',
  '/early-access/joined',
  '/early-access/invalid-email',
  '/api/signup',
  '/api/signup/more',
  '/api/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
  '/site.webmanifest',
  '/.well-known/security.txt',
  '/favicon.svg',
  '/favicon.ico',
  '/share/home.png',
  '/assets/',
  '/assets/app.js',
  '/nothing',
  '/constructor',
  '/__proto__',
  '/.env',
  '/.git/config',
  '/dist/server/index.js',
  '/package.json',
] as const;

const inserts = [
  '/',
  '//',
  '/./',
  '/../',
  '\\',
  '%00',
  '%2e%2e%2f',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%5c',
  '%0d%0aX-Injected:%20yes',
  '%0aSet-Cookie:%20a=b',
  '%ff%fe',
  '%zz',
  '%',
  '%E0%A4%A',
  '%u0041',
  ';a=b',
  '<script>alert(1)</script>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '"',
  "'",
  '#',
  '?',
  '?next=//evil.example',
  '?a=%00&a[]=1&a[b]=2&__proto__[x]=1',
  '&',
  '@evil.example',
  ':80',
  '*',
  '~',
] as const;

const foreign = [
  '//evil.example/',
  '//evil.example/upload/',
  '///evil.example/upload/',
  '/\\evil.example/upload/',
  '/%2f%2fevil.example/upload/',
  '/upload//evil.example/',
  '/upload/?//evil.example',
  '/contact?//evil.example',
  '/contact?\\evil.example',
  '/%5cevil.example/upload/',
  'http://evil.example/upload/',
  'http://evil.example//upload/',
  'https://evil.example/contact',
  'HTTP://evil.example:99999/',
  'http://evil.example',
  'http://@evil.example/upload//',
  'http:///evil.example/contact',
  'http:\\\\evil.example\\contact',
  'ftp://evil.example/upload/',
  'javascript:alert(1)',
  'evil.example:443',
  'upload',
  '*',
  '',
] as const;

const mutated = (random: Random): string => {
  const path = random.pick(paths);
  const at = random.below(path.length + 1);
  return path.slice(0, at) + random.pick(inserts) + path.slice(at);
};

const long = (random: Random): string =>
  `/${random.pick(['a', '/', '%41', '../', '?', 'é'] as const).repeat(1 + random.below(7_000))}`;

const noise = (random: Random): string =>
  `/${random.text('abc/\\.%?#&=;:@+~!$()*,[]{}|^`"<>\u00e9\u00ff\u007f\u0001\t ', 60)}`;

/** What stands between the method and the version. */
export function target(random: Random): string {
  const kind = random.below(20);
  if (kind < 8) return random.pick(paths);
  if (kind < 13) return mutated(random);
  if (kind < 16) return random.pick(foreign);
  if (kind < 17) return long(random);
  if (kind < 18) return random.pick(paths) + random.pick(inserts) + random.pick(inserts);
  return noise(random);
}
