import { expect, test } from 'vitest';
import { layerTurnLimits } from '../../../limits.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { LayerTurns } from './layer-turns.ts';

test('edits that have the turn of a layer, wait for it or are refused are counted for metrics', async () => {
  const turns = new LayerTurns();
  const layer = (layerId: number) => ({ service: { id: 1 }, layerId }) as HostedLayer;
  const { promise: ends, resolve: end } = Promise.withResolvers<void>();
  const run = (layerId: number) => turns.run([layer(layerId)], () => ends);
  const running = [run(0), run(1), ...Array.from({ length: layerTurnLimits.queue }, () => run(0))];
  await expect(run(0)).rejects.toThrow(expect.objectContaining({ id: 'busy:edits' }));
  expect(turns.count()).toEqual({ used: 2, queued: layerTurnLimits.queue, refused: 1 });
  end();
  await Promise.all(running);
  expect(turns.count()).toEqual({ used: 0, queued: 0, refused: 1 });
});
