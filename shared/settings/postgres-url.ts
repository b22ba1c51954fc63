import * as z from 'zod/mini';

/** The schema of a PostgreSQL address, with a message for each form that `psql` accepts and this site does not. */

/** The parameters of libpq that the client applies. */
const applied = [
  'host',
  'port',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'channel_binding',
  'application_name',
  'options',
];
/** The parameters that providers and other clients write, and that change nothing here. */
const ignored = [
  'connect_timeout',
  'connection_limit',
  'gssencmode',
  'keepalives',
  'keepalives_idle',
  'pgbouncer',
  'pool_timeout',
  'target_session_attrs',
];
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const channelBindings = ['disable', 'prefer', 'require'];

/** Returns an address as a URL; null if it is none. Takes `user:password@/database?host=…`, as libpq does. */
export const readPostgresUrl = (address: string): URL | null =>
  URL.parse(address.replace(/@(?=[/?])/, '@localhost'));

/** Returns the parameters of an address that {@link postgresUrl} accepts. */
const parametersOf = (address: string): URLSearchParams =>
  readPostgresUrl(address)?.searchParams ?? new URLSearchParams();

/**
 * Returns the TLS mode of an address. A root certificate without a mode means `verify-full`. An operator who names a
 * root certificate wants the server’s certificate checked. libpq would take `prefer`, which checks nothing.
 */
export function sslModeOf(query: URLSearchParams): string {
  const root = query.get('sslrootcert');
  if (root === 'system') return 'verify-full';
  return query.get('sslmode') ?? (root ? 'verify-full' : 'disable');
}

/** Returns the host and the database of an address for the operator, without user and password. */
export function placeOf(address: string): string {
  const url = readPostgresUrl(address);
  return url ? (url.searchParams.get('host') ?? url.host) + url.pathname : '';
}

const isPostgres = (address: string): boolean =>
  /^postgres(ql)?:\/\//.test(address) && readPostgresUrl(address) !== null;
/** Returns whether the part before the database, or `host=`, names several hosts. */
const hasOneHost = (address: string): boolean =>
  !/^[^:]+:\/\/([^@]*@)?[^/?@]*,/.test(address) && !/[?&]host=[^&]*,/.test(address);
/** Returns whether every reserved character is percent-encoded. Otherwise a character of the password would end or begin the host. */
const isEncoded = (address: string): boolean =>
  /^\/?[^/@]*$/.test(readPostgresUrl(address)?.pathname ?? '') && !/%(?![\da-f]{2})/i.test(address);
const hasKnownParameters = (address: string): boolean =>
  [...parametersOf(address).keys()].every((name) => [...applied, ...ignored].includes(name));
const hasKnownMode = (address: string): boolean =>
  sslModes.includes(parametersOf(address).get('sslmode') ?? 'disable');
const hasKnownBinding = (address: string): boolean =>
  channelBindings.includes(parametersOf(address).get('channel_binding') ?? 'disable');
const isRootChecked = (address: string): boolean =>
  !(parametersOf(address).has('sslrootcert') && sslModeOf(parametersOf(address)) === 'disable');
const hasRoot = (address: string): boolean =>
  sslModeOf(parametersOf(address)) !== 'verify-ca' || parametersOf(address).has('sslrootcert');
const isBindingEncrypted = (address: string): boolean =>
  parametersOf(address).get('channel_binding') !== 'require' ||
  sslModeOf(parametersOf(address)) !== 'disable';

export const postgresUrl = z.string().check(
  z.refine(hasOneHost, {
    error: 'names several hosts: name the one address that follows the primary',
    abort: true,
  }),
  z.refine(isPostgres, { error: 'is not a postgres:// address', abort: true }),
  z.refine(isEncoded, 'has a reserved character that is not percent-encoded'),
  z.refine(
    hasKnownParameters,
    `has a parameter that is none of ${[...applied, ...ignored].join(', ')}`,
  ),
  z.refine(hasKnownMode, `has an sslmode that is none of ${sslModes.join(', ')}`),
  z.refine(hasKnownBinding, `has a channel_binding that is none of ${channelBindings.join(', ')}`),
  z.refine(
    isRootChecked,
    'names an sslrootcert that its sslmode does not check: use verify-full, or leave sslrootcert out',
  ),
  z.refine(hasRoot, 'has sslmode=verify-ca without an sslrootcert: name one, or use verify-full'),
  z.refine(
    isBindingEncrypted,
    'has channel_binding=require without TLS: add sslmode=verify-full, or leave channel_binding out',
  ),
);
