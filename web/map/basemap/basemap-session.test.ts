import Basemap from '@arcgis/core/Basemap.js';
import EsriMap from '@arcgis/core/Map.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import { expect, it, vi } from 'vitest';
import { makeLayer } from '../add/add-service.ts';
import type { MapInternals } from '../map-model.ts';
import { openBasemap } from './basemap-session.ts';

vi.mock('../add/add-service.ts', () => ({ makeLayer: vi.fn<typeof makeLayer>() }));

/** A map with a layer of tiles, and a service that responds when a test wants it. */
function rig() {
  const old = new WebTileLayer({ id: 'old', title: 'Old map', urlTemplate: 'https://a.example/{z}/{x}/{y}' });
  const map = new EsriMap({ basemap: new Basemap({ title: 'First' }), layers: [old] });
  let respond = (_layer: Layer) => {};
  vi.mocked(makeLayer).mockImplementation(() => new Promise((resolve) => (respond = resolve)));
  const session = openBasemap({ view: { map }, source: { basemap: {} } } as unknown as MapInternals);
  const late = new WebTileLayer({ title: 'Late', urlTemplate: 'https://b.example/{z}/{x}/{y}' });
  return { map, session, late, respond: () => respond(late) };
}

it('a basemap of an address is shown when its service responds', async () => {
  const { map, session, respond } = rig();
  const taken = session.takeAddress('https://b.example', new AbortController().signal);
  respond();
  await taken;
  expect(map.basemap?.title).toBe('Late');
});

it('a basemap of an address is not shown after it was cancelled', async () => {
  const { map, session, late, respond } = rig();
  const asking = new AbortController();
  const taken = session.takeAddress('https://b.example', asking.signal);
  asking.abort();
  respond();
  await expect(taken).rejects.toThrow(/abort/);
  expect(map.basemap?.title).toBe('First');
  expect(late.destroyed).toBe(true);
});

it.each([
  ['of the panel', 'Old map', (session: ReturnType<typeof openBasemap>) => session.takeLayer('old')],
  [
    'of the gallery',
    'Gallery',
    (_session: unknown, map: EsriMap) => (map.basemap = new Basemap({ title: 'Gallery' })),
  ],
])('a basemap of an address does not replace a later choice %s', async (_where, title, choose) => {
  const { map, session, respond } = rig();
  const taken = session.takeAddress('https://b.example', new AbortController().signal);
  choose(session, map);
  respond();
  await taken;
  expect(map.basemap?.title).toBe(title);
});
