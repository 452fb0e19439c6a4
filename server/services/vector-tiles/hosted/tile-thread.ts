import { workerData } from 'node:worker_threads';
import { connectDatabase, type Database } from '../../../database/connect.ts';
import { classLimits, databaseTimeouts } from '../../../limits.ts';
import { answerTask } from '../../threads/answer-task.ts';
import type { TileAddress } from '../tiles/tile-address.ts';
import { makeTile, type NamedLayer } from './make-tile.ts';

/** A tile to make. */
export interface TileTask {
  layers: readonly NamedLayer[];
  address: TileAddress;
}

/** What the thread is given. */
export interface TileThreadSettings {
  databaseUrl: string;
}

const { databaseUrl } = workerData as TileThreadSettings;
let database: Database | undefined;

/** Makes a tile beside the thread that answers requests: its features never pass through the event loop. */
export async function run({ layers, address }: TileTask): Promise<unknown> {
  const tiles = (database ??= connectDatabase(databaseUrl, {
    poolSize: classLimits.tiles.atOnce,
    readOnly: true,
    timeouts: { ...databaseTimeouts.ordinary, statement: classLimits.tiles.seconds },
  }));
  return answerTask(
    // A small result lies in a buffer that others share.
    async () => Uint8Array.from(await makeTile(tiles, layers, address)),
    (tile) => [tile.buffer],
  );
}
