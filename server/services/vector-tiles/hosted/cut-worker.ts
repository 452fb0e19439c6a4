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

// Cuts heavy tiles beside the thread that answers requests.
parentPort?.on('message', ({ number, address, layers }: CutQuestion) => {
  try {
    parentPort?.postMessage({ number, tile: cutTile(address, layers) } satisfies CutAnswer);
  } catch (error) {
    parentPort?.postMessage({ number, error: String(error) } satisfies CutAnswer);
  }
});
