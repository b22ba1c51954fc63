import { serverEntry } from '../support/built-server.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { type Running, start } from '../support/running-server.ts';
import { type Group, group } from './fault.ts';
import { outcome, pages, until } from './observe.ts';
import { createSilentLine, type SilentLine } from './silent-line.ts';
import { ready } from './sqlite-server.ts';

interface World {
  cluster: Cluster;
  line: SilentLine;
  server: Running;
}

const patienceMs = 15_000;

/** All connections of the product end at once, as when a database fails over. */
const cutConnections = (cluster: Cluster): Promise<unknown> =>
  withSql(
    cluster.adminUrl,
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'faults'`,
  );

/** How so many sign-ups end that every connection of the pool is in use. */
async function crowd(url: string): Promise<string> {
  const ends = await Promise.all(Array.from({ length: 40 }, () => outcome(url, patienceMs)));
  return [...new Set(ends)].join(' or ');
}

/** What becomes of sign-ups when PostgreSQL goes away. */
export const databaseFaults: Group = group<World>('PostgreSQL', {
  async start() {
    const cluster = await createCluster();
    const line = await createSilentLine(cluster.port);
    const address = new URL(await cluster.createDatabase('faults'));
    address.port = String(line.port);
    const server = await start(serverEntry, {
      PORT: '0',
      DATABASE_URL: address.href,
      IP_HASH_SECRET: 'faults-hash-secret',
      SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
    });
    await ready(server);
    return { cluster, line, server };
  },
  async stop({ cluster, line, server }) {
    await server.stop();
    await line.close();
    await cluster.remove();
  },
  faults: [
    {
      name: 'PostgreSQL stops and returns',
      expected: '200; 503 unavailable, come back later; pages 200; then 200',
      async see({ cluster, server: { url } }) {
        const before = await outcome(url, patienceMs);
        await cluster.stop();
        const meanwhile = `${await outcome(url, patienceMs)}; ${await pages(url)}`;
        await cluster.start();
        return `${before}; ${meanwhile}; then ${await until('200', url)}`;
      },
    },
    {
      name: 'PostgreSQL cuts every connection',
      expected: '200; pages 200; then 200',
      async see({ cluster, server: { url } }) {
        const before = await outcome(url, patienceMs);
        await cutConnections(cluster);
        return `${before}; ${await pages(url)}; then ${await until('200', url)}`;
      },
    },
    {
      name: 'PostgreSQL’s connections fall silent',
      expected: '200; 503 unavailable, come back later; pages 200; then 200',
      async see({ line, server: { url } }) {
        const before = await crowd(url);
        line.fallSilent();
        const meanwhile = `${await crowd(url)}; ${await pages(url)}`;
        return `${before}; ${meanwhile}; then ${await until('200', url)}`;
      },
    },
  ],
});
