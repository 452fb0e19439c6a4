import { Worker } from 'node:worker_threads';
import { inSlices } from '../../geometry/in-slices.ts';
import type { TileAddress } from '../tiles/tile-address.ts';
import { type CutLayer, cutTile } from './cut-tile.ts';
import type { CutAnswer, CutQuestion } from './cut-worker.ts';

/** Coordinates from which a tile is worth the way to another thread: some ten milliseconds of work. */
const heavy = 20_000;

export interface TileCutter {
  cut(address: TileAddress, layers: readonly CutLayer[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Waiting {
  resolve: (tile: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Cuts light tiles at once and heavy ones in a worker, which starts with the first tile and ends with `close`. */
export function tileCutter(): TileCutter {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let number = 0;

  const fail = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  function start(): Worker {
    const started = new Worker(new URL('cut-worker.ts', import.meta.url));
    // It never keeps a server alive that wants to end.
    started.unref();
    started.on('message', (answer: CutAnswer) => {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if ('tile' in answer) asked?.resolve(answer.tile);
      else asked?.reject(new Error(answer.error));
    });
    started.on('error', fail);
    started.on('exit', () => fail(new Error('The worker that cuts tiles has ended.')));
    return started;
  }

  return {
    async cut(address, layers) {
      // A thread takes a while to start: where one tile is wanted a heavy one may follow.
      worker ??= start();
      if (sizeOf(layers) < heavy) return cutTile(address, layers);
      const cutting = worker;
      number += 1;
      const tile = number;
      const answer = new Promise<Uint8Array>((resolve, reject) => {
        waiting.set(tile, { resolve, reject });
      });
      // The thread may end while the pieces go out.
      answer.catch(() => {});
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
      const tell = (question: CutQuestion) => cutting.postMessage(question);
      // Copying all of it at once would keep others waiting.
      for (const [layer, { features, ...rest }] of layers.entries()) {
        await inSlices(
          features,
          ({ geometry }) => geometry,
          (slice) => tell({ number: tile, layer, piece: { ...rest, features: slice } }),
        );
      }
      tell({ number: tile, address });
      return answer;
    },
    async close() {
      await worker?.terminate();
    },
  };
}

function sizeOf(layers: readonly CutLayer[]): number {
  return layers.reduce(
    (sum, { features }) =>
      sum + features.reduce((all, { geometry }) => all + geometry.coordinates.length, features.length),
    0,
  );
}
