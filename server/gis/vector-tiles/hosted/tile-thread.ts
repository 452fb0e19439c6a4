import { workerData } from 'node:worker_threads';
import type { ReplicaAddress } from '../../../platform/database/replica.ts';
import { standInOf, StandInScope, withStandIn } from '../../../platform/database/stand-in.ts';
import { classLimits, databaseTimeouts } from '../../../limits.ts';
import { performTask, type GivenTask } from '../../../platform/threads/perform-task.ts';
import { threadDatabase } from '../../../platform/database/connect.ts';
import { readFromReplica } from '../../storage/layer-version-store.ts';
import type { StoredParent, TileAddress } from '../tiles/read-tile.ts';
import { enlargeTile } from '../published/enlarge-tile.ts';
import { makeTile, type NamedLayer } from './make-tile.ts';

/** A tile to make: of the features of layers, or of a tile at a smaller zoom. */
export type TileTask = { address: TileAddress } & (
  { layers: readonly NamedLayer[] } | { parent: StoredParent }
);

/** Input of the thread. */
export interface TileThreadSettings {
  databaseUrl: string;
  /** Replicas for the features of tiles. */
  replica?: ReplicaAddress | undefined;
}

const { databaseUrl, replica } = workerData as TileThreadSettings;
const database = threadDatabase(databaseUrl, {
  readOnly: true,
  timeouts: { ...databaseTimeouts.ordinary, statement: classLimits.tiles.seconds },
  replica,
  ...standInOf(replica),
});

/** Makes a tile outside the thread that answers requests: its features never pass through the event loop. */
export async function run(given: GivenTask<TileTask>): Promise<unknown> {
  return performTask(
    given,
    // A small result is in a shared buffer.
    async (task) => {
      if ('parent' in task) return Uint8Array.from(enlargeTile(task.parent, task.address));
      const { layers, address } = task;
      const read = () => makeTile(database, layers, address);
      const current = layers.map(({ layer }) => layer);
      return Uint8Array.from(await withStandIn(new StandInScope(), () => readFromReplica(current, read)));
    },
    (tile) => [tile.buffer],
  );
}
