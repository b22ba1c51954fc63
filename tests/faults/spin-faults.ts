import { ownData } from '../../server/backends/embedded/owned-data.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { ready, startOn } from './embedded-server.ts';
import { type Group, group } from './fault.ts';
import { described, pages, signUp, until } from './observe.ts';

type Folder = ReturnType<typeof createTemporaryFolder>;

const fatal = 'spin@faults.example';

/** The watchdog’s word comes first, on a busy machine too. */
const environment = { UPSTREAM_TIMEOUT_MS: '20000' };

const refused = '503 unavailable, come back later';

/** From now on one address makes the database's thread turn in a circle, and answer nobody any more. */
async function layTrap({ path }: Folder): Promise<void> {
  const { database, close } = await ownData(path, silentLog, () => {});
  await database.query(
    `create function deckwright.spin() returns trigger language plpgsql
     as 'begin loop end loop; end'`,
  );
  await database.query(
    `create trigger spin before insert on deckwright.signups for each row
     when (new.email = '${fatal}') execute function deckwright.spin()`,
  );
  await close();
}

async function spun(folder: Folder): Promise<string> {
  await layTrap(folder);
  const server = await startOn(folder.path, environment);
  try {
    await ready(server);
    const lost = signUp(server.url, fatal);
    const other = await until(refused, server.url);
    const served = await pages(server.url);
    const told = `${described(await lost)}; another ${other}; ${served}`;
    return `${told}; then ${await until('200', server.url)}`;
  } finally {
    await server.stop();
  }
}

/** What becomes of sign-ups when the thread of the embedded database lives and never answers. */
export const spinFaults: Group = group<Folder>('the thread', {
  start: async () => createTemporaryFolder(),
  stop: async (folder) => folder.remove(),
  faults: [
    {
      name: 'the database’s thread never answers',
      expected: `${refused}; another ${refused}; pages 200; then 200`,
      see: spun,
    },
  ],
});
