import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOfDocument, type LayerFacts, type MapFacts } from './map-facts.ts';
import { marksOf } from './layer-parts.ts';
import type { LayerJson, WebMapJson } from './web-map-json.ts';
import { writeDocument, type WrittenParts } from './write-document.ts';

const nothing: WrittenParts = { layers: new Map() };
const demoMaps = import.meta.glob<WebMapJson>('/examples/astana/web-maps/*.json', {
  eager: true,
  import: 'default',
});

/** A document with members written by other programs. */
const hard: WebMapJson = {
  version: '2.31',
  authoringApp: 'ArcGISMapViewer',
  vendor: { nested: [null, 1, 'x'] },
  operationalLayers: [
    {
      id: 'a',
      title: 'A',
      layerType: 'ArcGISFeatureLayer',
      url: 'https://x/0',
      popupInfo: { secretSauce: true },
    },
    { title: 'Nameless', layerType: 'WMS', layers: [{ name: 'not a member' } as LayerJson] },
    {
      id: 'g',
      title: 'Group',
      layerType: 'GroupLayer',
      visibilityMode: 'exclusive',
      layers: [
        {
          id: 'b',
          title: 'B',
          layerDefinition: { definitionExpression: 'x > 1', minScale: 5 },
          opacity: 0.5,
        },
        { id: 'c', title: 'C', visibility: false },
      ],
    },
  ],
  tables: [{ id: 't', layerType: 'ArcGISFeatureLayer' }],
};

/** The state of a map of this document, with changes. */
function changed(document: WebMapJson, change: (layers: LayerFacts[]) => LayerFacts[]): MapFacts {
  const facts = factsOfDocument(document);
  return { ...facts, layers: change(structuredClone(facts.layers) as LayerFacts[]) };
}

function write(change: (layers: LayerFacts[]) => LayerFacts[], written = nothing): WebMapJson {
  return writeDocument(hard, factsOfDocument(hard), changed(hard, change), written);
}

const withOne = (id: string, part: Partial<LayerFacts>) => (layers: LayerFacts[]) => {
  const walk = (all: readonly LayerFacts[]): LayerFacts[] =>
    all.map((layer) => ({ ...layer, ...(layer.id === id && part), layers: walk(layer.layers) }));
  return walk(layers);
};

describe('writing a document', () => {
  it('has demo maps to test', () => {
    expect(Object.keys(demoMaps).length).toBeGreaterThanOrEqual(20);
  });

  it.each(Object.entries({ ...demoMaps, hard }))('%s, unchanged, stays identical', (_name, document) => {
    const facts = factsOfDocument(document);
    const written = writeDocument(document, facts, factsOfDocument(structuredClone(document)), nothing);
    expect(written).toEqual(document);
    expect(written.operationalLayers).toBe(document.operationalLayers);
  });

  it.each<[string, Partial<LayerFacts>, Partial<LayerJson>]>([
    ['a', { visibility: false }, { visibility: false }],
    ['a', { title: 'Z' }, { title: 'Z' }],
    ['a', { opacity: 0.25 }, { opacity: 0.25 }],
    ['a', { labels: true }, { showLabels: true }],
    ['a', { filter: 'y = 2' }, { layerDefinition: { definitionExpression: 'y = 2' } }],
  ])('changes of %s only %o', (id, facts, json) => {
    const expected = structuredClone(hard);
    Object.assign(expected.operationalLayers?.[0] ?? {}, json);
    expect(write(withOne(id, facts))).toEqual(expected);
  });

  it('changes a member of a group, and removes a filter', () => {
    const expected = structuredClone(hard);
    const member = expected.operationalLayers?.[2]?.layers?.[0];
    if (member) member.layerDefinition = { minScale: 5 };
    expect(write(withOne('b', { filter: '' }))).toEqual(expected);
  });

  it('changes and removes the filter of features in the map, where it is and beside them', () => {
    const inside = { layerDefinition: { definitionExpression: 'x = 1', fields: [] } };
    const one: LayerJson = { id: 's', title: 'S', featureCollection: { layers: [inside] } };
    const filtered = (json: LayerJson, was: string, filter: string) => {
      const document: WebMapJson = { operationalLayers: [json] };
      const facts = factsOfDocument(document);
      const withFilter = (text: string) => ({
        ...facts,
        layers: facts.layers.map((layer) => ({ ...layer, filter: text })),
      });
      return writeDocument(document, withFilter(was), withFilter(filter), nothing).operationalLayers?.[0];
    };
    const within = (definition: object, beside = {}) => ({
      ...one,
      ...beside,
      featureCollection: { layers: [{ layerDefinition: { fields: [], ...definition } }] },
    });
    expect(filtered(one, 'x = 1', 'x = 2')).toEqual(within({ definitionExpression: 'x = 2' }));
    expect(filtered(one, 'x = 1', '')).toEqual(within({}));
    const both = { ...one, layerDefinition: { definitionExpression: 'x = 3', minScale: 5 } };
    expect(filtered(both, 'x = 3', '')).toEqual(within({}, { layerDefinition: { minScale: 5 } }));
  });

  it('finds a layer without an id by its position', () => {
    const result = write((layers) =>
      layers.map((layer) => (layer.title === 'Nameless' ? { ...layer, visibility: false } : layer)),
    );
    expect(result.operationalLayers?.[1]).toEqual({ ...hard.operationalLayers?.[1], visibility: false });
  });

  it('removes, reorders and adds', () => {
    const added = { id: 'n', title: 'New', layerType: 'GeoJSON', url: 'https://x/n.geojson' };
    const facts: LayerFacts = {
      id: 'n',
      title: 'New',
      visibility: true,
      opacity: 1,
      filter: '',
      labels: undefined,
      style: '',
      parts: marksOf(() => ''),
      content: '',
      layers: [],
    };
    const result = write(
      ([a, nameless, group]) =>
        [group, a, facts].filter((one) => one !== undefined && one !== nameless) as LayerFacts[],
      { layers: new Map([['n', added]]) },
    );
    expect(result.operationalLayers?.map(({ id }) => id)).toEqual(['g', 'a', 'n']);
    expect(result.operationalLayers?.[2]).toBe(added);
    expect(result['vendor']).toEqual(hard['vendor']);
    expect(result['tables']).toEqual(hard['tables']);
  });

  it('keeps a layer that was never displayed in its position', () => {
    const before = factsOfDocument(hard);
    const shown = { ...before, layers: before.layers.filter(({ title }) => title !== 'Nameless') };
    expect(writeDocument(hard, shown, structuredClone(shown), nothing)).toEqual(hard);
  });

  it('rewrites drawings and keeps the layer’s other properties', () => {
    const fresh = { id: 'a', featureCollection: { layers: [] } };
    const result = write(withOne('a', { content: 'other' }), { layers: new Map([['a', fresh]]) });
    expect(result.operationalLayers?.[0]).toEqual({ ...hard.operationalLayers?.[0], ...fresh });
  });

  it.each<[string, LayerJson, (renderer: object) => LayerJson]>([
    [
      'a service',
      { layerDefinition: { minScale: 5, drawingInfo: { transparency: 20, renderer: { type: 'old' } } } },
      (renderer) => ({ layerDefinition: { minScale: 5, drawingInfo: { transparency: 20, renderer } } }),
    ],
    [
      'a layer without a definition',
      { popupInfo: { title: '{name}' } },
      (renderer) => ({ popupInfo: { title: '{name}' }, layerDefinition: { drawingInfo: { renderer } } }),
    ],
    [
      'features in the map',
      { featureCollection: { showLegend: true, layers: [{ featureSet: { features: [] } }] } },
      (renderer) => ({
        featureCollection: {
          showLegend: true,
          layers: [{ featureSet: { features: [] }, layerDefinition: { drawingInfo: { renderer } } }],
        },
      }),
    ],
  ])('writes the new renderer of %s, and nothing else', (_name, layer, expected) => {
    const json = { id: 's', title: 'S', ...layer };
    const document: WebMapJson = { version: '2.31', operationalLayers: [json] };
    const before = factsOfDocument(document);
    const now = { ...before, layers: before.layers.map((one) => ({ ...one, style: 'other' })) };
    const renderer = { type: 'simple' };
    const result = writeDocument(document, before, now, {
      ...nothing,
      renderers: new Map([['s', renderer]]),
    });
    expect(result.operationalLayers).toEqual([{ ...json, ...expected(renderer) }]);
  });

  it('writes basemap, bookmarks and view when changed', () => {
    const before = factsOfDocument(hard);
    const parts = { layers: new Map(), baseMap: { title: 'Other' }, viewpoint: { scale: 1 } };
    const bookmarks = [{ name: 'Quay' }];
    const now = { ...before, basemap: 'x', bookmarks: JSON.stringify(bookmarks) };
    expect(writeDocument(hard, before, now, parts)).toEqual({
      ...hard,
      baseMap: { title: 'Other' },
      bookmarks,
      initialState: { viewpoint: { scale: 1 } },
    });
    expect(writeDocument(hard, before, before, { ...nothing, baseMap: { title: 'Other' } })).toEqual(hard);
  });

  it('matches the state, whatever is changed', () => {
    const change = fc.record({
      visibility: fc.boolean(),
      opacity: fc.double({ min: 0, max: 1, noNaN: true }),
      title: fc.string({ minLength: 1 }),
      filter: fc.string(),
    });
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c', 'g'), change, (id, part) => {
        const now = changed(hard, withOne(id, part));
        const again = factsOfDocument(writeDocument(hard, factsOfDocument(hard), now, nothing));
        expect(again).toEqual(now);
      }),
    );
  });
});
