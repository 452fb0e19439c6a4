import { describe, expect, it } from 'vitest';
import { changesBetween, type MapChange } from './changes-between.ts';
import { factsOfDocument } from './map-facts.ts';
import type { LayerJson, WebMapJson } from './web-map-json.ts';

const before: WebMapJson = {
  operationalLayers: [
    { id: 'stops', title: 'Stops', visibility: true },
    { id: 'lines', title: 'Lines', opacity: 1, showLabels: true },
    { id: 'g', title: 'Group', layerType: 'GroupLayer', layers: [{ id: 'trees', title: 'Trees' }] },
  ],
  baseMap: { title: 'Light', baseMapLayers: [{ id: 'x', url: 'https://x/light' }] },
};

function changes(change: (document: WebMapJson) => void): MapChange[] {
  const now = structuredClone(before);
  change(now);
  return changesBetween(factsOfDocument(before), factsOfDocument(now));
}

const drawn = (stops: LayerJson, drawingInfo: object) => (stops.layerDefinition = { drawingInfo });
const layer = (document: WebMapJson, index: number) => document.operationalLayers?.[index] ?? {};

describe('the difference between two maps', () => {
  it('is empty for equal maps', () => {
    expect(changes(() => {})).toEqual([]);
  });

  it('ignores ids that programs assign to basemap layers', () => {
    expect(changes(({ baseMap }) => Object.assign(baseMap?.baseMapLayers?.[0] ?? {}, { id: 'y' }))).toEqual(
      [],
    );
  });

  it.each<[string, (document: WebMapJson) => void, MapChange[]]>([
    ['hidden', (map) => (layer(map, 0).visibility = false), [{ kind: 'layer-hidden', layer: 'Stops' }]],
    [
      'renamed',
      (map) => (layer(map, 0).title = 'Halts'),
      [{ kind: 'layer-renamed', layer: 'Stops', to: 'Halts' }],
    ],
    ['paler', (map) => (layer(map, 1).opacity = 0.304), [{ kind: 'opacity', layer: 'Lines', to: '30' }]],
    ['unlabelled', (map) => (layer(map, 1).showLabels = false), [{ kind: 'labels', layer: 'Lines' }]],
    [
      'filtered',
      (map) => (layer(map, 1).layerDefinition = { definitionExpression: 'a=1' }),
      [{ kind: 'filter', layer: 'Lines' }],
    ],
    [
      'drawn otherwise',
      (map) => (layer(map, 1).layerDefinition = { drawingInfo: { renderer: { type: 'simple' } } }),
      [{ kind: 'style', layer: 'Lines' }],
    ],
    [
      'with other transparency',
      (map) => (layer(map, 1).layerDefinition = { drawingInfo: { transparency: 30 } }),
      [{ kind: 'content', layer: 'Lines' }],
    ],
    ['with other slides', (map) => (map['mappingPresentation'] = { seconds: 5 }), [{ kind: 'presentation' }]],
    ['for other readers', (map) => (map['mappingAudience'] = { preset: 'viewer' }), [{ kind: 'audience' }]],
    ['removed', (map) => map.operationalLayers?.shift(), [{ kind: 'layer-removed', layer: 'Stops' }]],
    [
      'added',
      (map) => map.operationalLayers?.unshift({ id: 'n', title: 'New' }),
      [{ kind: 'layer-added', layer: 'New' }],
    ],
    [
      'turned over',
      (map) => (map.operationalLayers = map.operationalLayers?.toReversed() ?? []),
      [{ kind: 'order' }],
    ],
    ['another basemap', (map) => (map.baseMap = { baseMapLayers: [] }), [{ kind: 'basemap' }]],
    ['bookmarks', (map) => (map.bookmarks = [{ name: 'Here' }]), [{ kind: 'bookmarks' }]],
    ['another view', (map) => (map.initialState = { viewpoint: { scale: 1 } }), [{ kind: 'view' }]],
  ])('%s', (_name, change, expected) => {
    expect(changes(change)).toEqual(expected);
  });

  it.each<[string, (stops: LayerJson) => void, MapChange['kind']]>([
    ['label classes', (stops) => drawn(stops, { labelingInfo: [{}] }), 'labels'],
    ['a form', (stops) => (stops['formInfo'] = { title: 'T' }), 'form'],
    ['columns of its table', (stops) => (stops['attributeTableInfo'] = {}), 'table'],
    ['charts', (stops) => (stops['charts'] = [{ id: 'c' }]), 'charts'],
    ['a first scale', (stops) => (stops.layerDefinition = { minScale: 5000 }), 'scale'],
    ['a last scale', (stops) => (stops['maxScale'] = 500), 'scale'],
    ['a refresh interval', (stops) => (stops['refreshInterval'] = 5), 'refresh'],
    ['an effect', (stops) => (stops['effect'] = [{ type: 'blur' }]), 'effect'],
    ['a blend mode', (stops) => (stops['blendMode'] = 'multiply'), 'effect'],
    ['clusters', (stops) => (stops.layerDefinition = { featureReduction: { type: 'cluster' } }), 'style'],
    ['a popup', (stops) => (stops['popupInfo'] = { title: 'T' }), 'popup'],
    ['no popup', (stops) => (stops['disablePopup'] = true), 'popup'],
  ])('names %s of a layer, and nothing else', (_what, change, kind) => {
    expect(changes((map) => change(layer(map, 0)))).toEqual([{ kind, layer: 'Stops' }]);
  });

  it.each<[string, (document: WebMapJson) => void, MapChange[]]>([
    [
      'out of its group',
      (map) => map.operationalLayers?.unshift(...(layer(map, 2).layers?.splice(0) ?? [])),
      [{ kind: 'group', layer: 'Trees' }],
    ],
    [
      'into a group',
      (map) => layer(map, 2).layers?.unshift(...(map.operationalLayers?.splice(0, 1) ?? [])),
      [{ kind: 'group', layer: 'Stops', to: 'Group' }],
    ],
    [
      'into a new group',
      (map) =>
        map.operationalLayers?.splice(0, 1, {
          id: 'n',
          title: 'New',
          layerType: 'GroupLayer',
          layers: [{ ...layer(map, 0) }],
        }),
      [
        { kind: 'group', layer: 'Stops', to: 'New' },
        { kind: 'layer-added', layer: 'New' },
      ],
    ],
    [
      'out of a group that is dissolved',
      (map) => map.operationalLayers?.splice(2, 1, ...(layer(map, 2).layers ?? [])),
      [
        { kind: 'group', layer: 'Trees' },
        { kind: 'layer-removed', layer: 'Group' },
      ],
    ],
    [
      'with its group into another one',
      (map) =>
        map.operationalLayers?.splice(2, 1, {
          id: 'n',
          title: 'New',
          layerType: 'GroupLayer',
          layers: [{ ...layer(map, 2) }],
        }),
      [
        { kind: 'group', layer: 'Group', to: 'New' },
        { kind: 'layer-added', layer: 'New' },
      ],
    ],
    [
      'into a group whose order changes too',
      (map) => {
        layer(map, 2).layers?.push(...(map.operationalLayers?.splice(0, 1) ?? []));
        map.operationalLayers?.reverse();
      },
      [{ kind: 'group', layer: 'Stops', to: 'Group' }, { kind: 'order' }],
    ],
  ])('names a layer moved %s', (_where, change, expected) => {
    expect(changes(change)).toEqual(expected);
  });

  it('names what changed of features in the map', () => {
    const stored = (definition: Record<string, unknown>, inside: object = {}): WebMapJson => ({
      operationalLayers: [
        {
          id: 'f',
          title: 'File',
          featureCollection: { layers: [{ layerDefinition: definition, ...inside }] },
        },
      ],
    });
    const kinds = (now: WebMapJson) =>
      changesBetween(factsOfDocument(stored({ fields: [] })), factsOfDocument(now)).map(({ kind }) => kind);
    expect(kinds(stored({ fields: [], definitionExpression: 'a = 1' }))).toEqual(['filter']);
    expect(kinds(stored({ fields: [], drawingInfo: { renderer: {} } }))).toEqual(['style']);
    expect(kinds(stored({ fields: [] }, { popupInfo: { title: 'T' } }))).toEqual(['popup']);
    expect(kinds(stored({ fields: [{}] }))).toEqual(['content']);
    expect(kinds(stored({ fields: [] }, { featureSet: { features: [{}] } }))).toEqual(['content']);
  });
});
