import { parentPort } from 'node:worker_threads';
import { type CutFeature, type CutLayer, cutTile } from './cut-tile.ts';
import type { TileAddress } from '../tiles/tile-address.ts';

/** What the worker is told: features of a tile in any number of pieces, then to cut it; `number` tells tiles apart. */
export type CutQuestion = { number: number } & (
  { piece: CutLayer; layer: number } | { address: TileAddress }
);

export type CutAnswer = { number: number } & ({ tile: Uint8Array } | { error: string });

const answer = (message: CutAnswer) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(message);

/** Layers of tiles whose features are still coming, by the tile's number. */
const coming = new Map<number, { name: string; wkid: number; features: CutFeature[] }[]>();

// Cuts heavy tiles beside the thread that answers requests.
parentPort?.on('message', (question: CutQuestion) => {
  const { number } = question;
  const layers = coming.get(number) ?? [];
  if ('piece' in question) {
    const { piece, layer } = question;
    layers[layer] ??= { name: piece.name, wkid: piece.wkid, features: [] };
    for (const feature of piece.features) layers[layer].features.push(feature);
    coming.set(number, layers);
    return;
  }
  coming.delete(number);
  try {
    answer({
      number,
      tile: cutTile(
        question.address,
        layers.filter((layer) => layer !== undefined),
      ),
    });
  } catch (error) {
    answer({ number, error: String(error) });
  }
});
