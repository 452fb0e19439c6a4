import ArcgisMap from '@arcgis/core/Map.js';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { addService } from './add-service.ts';

const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png';

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  onTestFinished(() => void vi.unstubAllGlobals());
});

function mapOf() {
  const map = new ArcgisMap();
  return { map, internals: { view: { map } } as unknown as MapInternals };
}

it('adds a layer by its address', async () => {
  const { map, internals } = mapOf();
  expect(await addService(internals, tiles)).toMatchObject({ title: 'tiles.example.org' });
  expect(map.layers).toHaveLength(1);
});

it('adds nothing that was cancelled before the service responded', async () => {
  const { map, internals } = mapOf();
  const cancelled = new AbortController();
  const adding = addService(internals, tiles, cancelled.signal);
  cancelled.abort();
  await expect(adding).rejects.toMatchObject({ id: 'layer:failed' });
  expect(map.layers).toHaveLength(0);
});
