import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPool, type Pool } from '../../server/stores/postgres/pool.ts';
import { query, withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

let pool: Pool;
afterEach(() => pool.end());

const sleep = (seconds: number) => pool.query('select pg_sleep($1)', [seconds]);
const readPid = () => pool.query('select pg_backend_pid() as pid');

/** Opens two sessions of the pool, and runs a statement in each: each transaction waits for the other one. */
async function openTwo(statement = 'select 1'): Promise<void> {
  const bothBegan = Promise.withResolvers<void>();
  let began = 0;
  const begin = () =>
    pool.transaction(async (ask) => {
      await ask(statement);
      began += 1;
      if (began === 2) bothBegan.resolve();
      await bothBegan.promise;
    });
  await Promise.all([begin(), begin()]);
}

/** Makes the minute of a wait for room short. The wait for an answer stays as long as it is. */
function quicken(): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() * 20);
  onTestFinished(() => clock.mockRestore());
}

/** Stops the timers of this process, so that a machine that pauses reaches no time limit. */
const stopTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

test.each([1, 3])(
  'where the database allows %i connections, the statements of a larger pool wait for them and none fails',
  async (limit) => {
    const name = `limit_${limit}`;
    const url = await newDatabase(name);
    await query(url, `alter database ${name} connection limit ${limit}`);
    // A busy machine needs more time than the default.
    pool = createPool(url, { timeoutMs: 60_000 });
    const waves = Array.from({ length: 40 }, () => sleep(0.02));
    expect(await Promise.all(waves)).toHaveLength(40);
    // The connections that were open at the end are still open.
    const [first] = await readPid();
    expect(await readPid()).toEqual([first]);
  },
);

test.each(['serializable', 'repeatable read'])(
  'statements that change one row at the same time all succeed in a database with %s transactions',
  async (isolation) => {
    const name = isolation.replace(' ', '_');
    const url = await newDatabase(name);
    await query(url, `alter database ${name} set default_transaction_isolation = '${isolation}'`);
    // A busy machine needs more time than the default.
    pool = createPool(url, { timeoutMs: 60_000 });
    await pool.query('create table counts as select 0 as count');
    const add = () => pool.query('update counts set count = count + 1');
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await pool.query('select count from counts')).toEqual([{ count: 20 }]);
  },
);

test('a statement that is not answered loses its own connection and no other one', async () => {
  const url = await newDatabase('one_silent');
  pool = createPool(url, { size: 2 });
  await openTwo();
  const pids = () =>
    withSql(
      url,
      (sql) => sql`select pid from pg_stat_activity
    where usename = 'one_silent' and pid <> pg_backend_pid() order by pid`,
    );
  const before = await pids();
  stopTimers();
  const silent = expect(sleep(600)).rejects.toThrow('the database did not answer within 5000 ms');
  await vi.advanceTimersByTimeAsync(4_000);
  const bystander = sleep(0.2);
  await vi.advanceTimersByTimeAsync(1_500);
  vi.useRealTimers();
  await silent;
  expect(await bystander).toHaveLength(1);
  const [own] = await readPid();
  expect(before).toContainEqual(own);
  // The connection that fell silent is replaced.
  await openTwo();
});

test('a statement for which the database has no room in time fails by that name, and the next one succeeds', async () => {
  const url = await newDatabase('all_busy');
  await query(url, 'alter database all_busy connection limit 1');
  pool = createPool(url, { size: 2, timeoutMs: 60_000 });
  quicken();
  await withSql(url, async (other) => {
    await other`select 1`;
    await expect(readPid()).rejects.toThrow(/^too many connections for database/);
  });
  await expect.poll(() => readPid().catch(String)).toHaveLength(1);
});

test('a call without a limit fails when the database has no room for some seconds', async () => {
  const url = await newDatabase('always_busy');
  await query(url, 'alter database always_busy connection limit 0');
  pool = createPool(url, { timeoutMs: null });
  quicken();
  await expect(readPid()).rejects.toThrow(/^too many connections for database/);
});

test('a session that only reads is closed, and the statement succeeds in a new one', async () => {
  const url = await newDatabase('reads_only');
  await query(url, 'create table written (number int)');
  pool = createPool(url, { size: 2 });
  // As after a failover: every open session leads to a standby.
  await openTwo('set session characteristics as transaction read only');
  await pool.query('insert into written values (1)');
  await Promise.all(
    [2, 3].map((number) => pool.query('insert into written values ($1)', [number])),
  );
  expect(await query(url, 'select count(*)::int as rows from written')).toEqual([{ rows: 3 }]);
});

test('a statement whose session PostgreSQL ends is sent again in a new one', async () => {
  const url = await newDatabase('ended');
  pool = createPool(url, { size: 1 });
  const [before] = await readPid();
  const [after] = await pool.query(
    `select pg_backend_pid() as pid, case when pg_backend_pid() = ${before?.pid}
       then pg_terminate_backend(pg_backend_pid()) end`,
  );
  expect(after?.pid).not.toBe(before?.pid);
});

test('a transaction whose session PostgreSQL ends between two statements runs again in a new one', async () => {
  const url = await newDatabase('ended_between');
  pool = createPool(url, { size: 1 });
  let runs = 0;
  const [row] = await pool.transaction(async (ask) => {
    runs += 1;
    const [session] = await ask('select pg_backend_pid() as pid');
    if (runs === 1) {
      await query(url, `select pg_terminate_backend(${session?.pid}, 10000)`);
      // `pg` has read the end of the session when it has read the answer of another session that began later.
      await query(url, 'select 1');
    }
    return ask('select 1 as one');
  });
  expect([runs, row]).toEqual([2, { one: 1 }]);
});

test('a transaction that fails leaves nothing, and the next one finds a session of its own', async () => {
  const url = await newDatabase('transactions');
  await query(url, 'create table written (number int)');
  pool = createPool(url, { size: 1 });
  const failing = pool.transaction(async (ask) => {
    await ask('insert into written values (1)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await pool.transaction((ask) => ask('insert into written values (2)'));
  expect(await pool.query('select number from written')).toEqual([{ number: 2 }]);
});

test('a transaction whose session hangs at its beginning fails in time', async () => {
  pool = createPool(await newDatabase('hanging'), { size: 1 });
  const [session] = await readPid();
  process.kill(Number(session?.pid), 'SIGSTOP');
  onTestFinished(() => void process.kill(Number(session?.pid), 'SIGCONT'));
  stopTimers();
  const hanging = expect(pool.transaction((ask) => ask('select 1'))).rejects.toThrow(
    'the database did not answer within 5000 ms',
  );
  await vi.advanceTimersByTimeAsync(5_000);
  await hanging;
});

test.each([null, 5_000])(
  'PostgreSQL ends a transaction after 10 s in which its process sends nothing, whatever limit the database has, with a limit of %s ms by call',
  async (timeoutMs) => {
    const name = `silent_${timeoutMs}`;
    const url = await newDatabase(name);
    await query(url, `alter database ${name} set idle_in_transaction_session_timeout = '1h'`);
    pool = createPool(url, { timeoutMs });
    const rows = await pool.transaction((ask) => ask('show idle_in_transaction_session_timeout'));
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  },
);

test('a stream yields every row, also of more than one page and with values', async () => {
  const url = await newDatabase('streamed');
  pool = createPool(url, { size: 1 });
  for (const count of [0, 499, 500, 1_201]) {
    const rows = await Array.fromAsync(
      pool.stream('select * from generate_series(1, $1::int) as number', [count]),
    );
    expect(rows).toEqual(Array.from({ length: count }, (_, index) => ({ number: index + 1 })));
  }
});

test('a stream without a limit has none of the limits of its database, because its reader may be slow', async () => {
  const url = await newDatabase('impatient');
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  const [version] = await query(url, `select current_setting('server_version_num')::int as number`);
  if (Number(version?.number) >= 170_000) limits.push('transaction_timeout');
  for (const name of limits) await query(url, `alter database impatient set ${name} = '1h'`);
  pool = createPool(url, { timeoutMs: null });
  const rows = await Array.fromAsync(
    pool.stream(
      `select name, setting from pg_settings where name = any (string_to_array($1, ' '))`,
      [limits.join(' ')],
    ),
  );
  expect(rows).toHaveLength(limits.length);
  for (const row of rows) expect(row).toMatchObject({ setting: '0' });
});
