import { parentPort } from 'node:worker_threads';
import { type CutLayer, cutTile } from './cut-tile.ts';
import type { TileAddress } from '../tiles/tile-address.ts';

/** What the worker is asked and answers; `number` tells answers apart. */
export interface CutQuestion {
  number: number;
  address: TileAddress;
  layers: readonly CutLayer[];
}

export type CutAnswer = { number: number } & ({ tile: Uint8Array } | { error: string });

const answer = (message: CutAnswer) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(message);

// Cuts heavy tiles beside the thread that answers requests.
parentPort?.on('message', ({ number, address, layers }: CutQuestion) => {
  try {
    answer({ number, tile: cutTile(address, layers) });
  } catch (error) {
    answer({ number, error: String(error) });
  }
});
