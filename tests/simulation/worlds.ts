import { diskFaults } from './disk.ts';
import { functionFaults, type Part, rpcFaults, siteverifyFaults } from './network.ts';
import { databaseFaults } from './postgres/network.ts';
import { PostgresWorld } from './postgres-world.ts';
import { SqliteWorld } from './sqlite-world.ts';
import { SupabaseWorld } from './supabase-world.ts';
import type { World } from './world.ts';

export const worldNames = ['sqlite', 'postgres', 'supabase'] as const;
export type WorldName = (typeof worldNames)[number];

/** The faults of each world, by the part that fails. */
export const faultsOf: Record<WorldName, Partial<Record<Part, readonly string[]>>> = {
  sqlite: { disk: diskFaults, siteverify: siteverifyFaults },
  postgres: { disk: ['full'], database: databaseFaults, siteverify: siteverifyFaults },
  supabase: {
    disk: diskFaults,
    function: functionFaults,
    database: rpcFaults,
    siteverify: siteverifyFaults,
  },
};

/** Opens an empty world. @param postgresPort of a PostgreSQL that runs already. */
export function openWorld(name: WorldName, postgresPort?: number): Promise<World> {
  if (name === 'postgres') return PostgresWorld.open(postgresPort);
  return name === 'sqlite' ? SqliteWorld.open() : SupabaseWorld.open();
}
