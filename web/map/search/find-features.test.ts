import { describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { findFeatures } from './find-features.ts';
import { hidePlace, showFeature, showPlace } from './place-marker.ts';

type Query = { where: string };

/** A layer of stops that returns one of them for every query. */
function stops(parts: object = {}) {
  const queryFeatures = vi.fn<(query: Query) => Promise<object>>(async () => ({
    features: [{ attributes: { OBJECTID: 7, name: 'Sary-Arka' } }],
  }));
  return {
    id: 'stops',
    title: 'Stops',
    type: 'feature',
    visible: true,
    loaded: true,
    load: async () => {},
    objectIdField: 'OBJECTID',
    displayField: 'name',
    fields: [
      { name: 'OBJECTID', type: 'oid' },
      { name: 'name', type: 'string' },
    ],
    queryFeatures,
    ...parts,
  };
}

const model = (layers: object[], search?: object) => {
  const map = {
    allLayers: { toArray: () => layers },
    ...(search && { applicationProperties: { viewing: { search } } }),
  };
  return fakeMapModel({}, { view: { map } as unknown as MapInternals['view'] }).model;
};

const requested = ({ queryFeatures }: ReturnType<typeof stops>) => queryFeatures.mock.calls[0]?.[0].where;

describe('feature search', () => {
  it('finds features by their naming text', async () => {
    const layer = stops();
    expect(await findFeatures(model([layer]), 'arka')).toEqual([
      { layerId: 'stops', layerTitle: 'Stops', objectId: 7, title: 'Sary-Arka' },
    ]);
    expect(requested(layer)).toBe(String.raw`UPPER(name) LIKE UPPER('%arka%') ESCAPE '\'`);
  });

  it('excludes features hidden by the layer’s filter', async () => {
    const layer = stops({ definitionExpression: "kind = 'Bus stop' OR kind = 'Tram stop'" });
    await findFeatures(model([layer]), 'arka');
    expect(requested(layer)).toBe(
      String.raw`(kind = 'Bus stop' OR kind = 'Tram stop') AND (UPPER(name) LIKE UPPER('%arka%') ESCAPE '\')`,
    );
  });

  it('searches for the text literally, even with SQL wildcards', async () => {
    const layer = stops();
    await findFeatures(model([layer]), String.raw`50%_O'Neil\ `.trim());
    expect(requested(layer)).toBe(String.raw`UPPER(name) LIKE UPPER('%50\%\_O''Neil\\%') ESCAPE '\'`);
  });

  it('covers visible layers, unless the author chose others', async () => {
    const [hidden, seen] = [stops({ id: 'hidden', visible: false }), stops()];
    await findFeatures(model([hidden, seen]), 'arka');
    expect(hidden.queryFeatures).not.toHaveBeenCalled();
    const layers = { toArray: () => [{ id: 'hidden', field: { name: 'label', exactMatch: true } }] };
    await findFeatures(model([hidden, seen], { enabled: true, layers }), 'arka');
    expect(requested(hidden)).toBe("label = 'arka'");
    expect(seen.queryFeatures).toHaveBeenCalledOnce();
    await findFeatures(model([seen], { enabled: false }), 'arka');
    expect(seen.queryFeatures).toHaveBeenCalledOnce();
  });

  it('finds features of the moment that a layer shows', async () => {
    const historicMoment = new Date(Date.UTC(2026, 0, 1));
    const layer = stops({ historicMoment });
    await findFeatures(model([layer]), 'arka');
    expect(layer.queryFeatures).toHaveBeenCalledWith(expect.objectContaining({ historicMoment }));
  });

  it('is not blocked by a failing layer', async () => {
    const broken = stops({ id: 'broken', queryFeatures: () => Promise.reject(new Error('gone')) });
    expect(await findFeatures(model([broken, stops()]), 'arka')).toHaveLength(1);
  });
});

it('reports that a found feature or its layer is gone', async () => {
  const layer = stops({ queryFeatures: async () => ({ features: [] }) });
  const layers = { toArray: () => [layer] };
  const internals = { view: { map: { layers } } } as unknown as MapInternals;
  await expect(showFeature(internals, { layerId: 'stops' }, 7)).rejects.toMatchObject({
    id: 'feature:not-found',
  });
  await expect(showFeature(internals, { layerId: 'removed' }, 7)).rejects.toMatchObject({
    id: 'layer:failed',
  });
});

it.each([
  ['another place is shown', (internals: MapInternals) => showPlace(internals, { lat: 51, lng: 71 })],
  ['the search is cleared', async (internals: MapInternals) => hidePlace(internals)],
])('a feature whose layer responds after %s is not shown', async (_what, change) => {
  const answer = Promise.withResolvers<object>();
  const layer = stops({ queryFeatures: () => answer.promise });
  const goTo = vi.fn<(target: unknown) => Promise<void>>(async () => {});
  const popup = vi.fn<() => Promise<object>>(async () => ({}));
  const view = {
    map: { layers: { toArray: () => [layer] } },
    graphics: { add: () => {}, remove: () => {} },
    scale: 1000,
    goTo,
  };
  const internals = { view, popup } as unknown as MapInternals;
  const shown = showFeature(internals, { layerId: 'stops' }, 7);
  await change(internals);
  goTo.mockClear();
  answer.resolve({ features: [{ geometry: { type: 'point' } }] });
  await shown;
  expect(goTo).not.toHaveBeenCalled();
  expect(popup).not.toHaveBeenCalled();
});
