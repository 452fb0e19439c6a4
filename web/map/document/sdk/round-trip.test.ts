import Basemap from '@arcgis/core/Basemap.js';
import Graphic from '@arcgis/core/Graphic.js';
import AggregateField from '@arcgis/core/layers/support/AggregateField.js';
import FeatureReductionCluster from '@arcgis/core/layers/support/FeatureReductionCluster.js';
import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import PopupTemplate from '@arcgis/core/PopupTemplate.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type AuthoringInfo from '@arcgis/core/renderers/support/AuthoringInfo.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import AttributeTableTemplate from '@arcgis/core/tables/AttributeTableTemplate.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDocument, sourceOf, webMaps } from '../../../../testing/web/open-document.ts';
import { sample } from '../../../../testing/rig/long.ts';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { mapPresentationSchema } from '../../../../wire/map-presentation.ts';
import { openPresentation } from '../own-members.ts';
import { openAudience } from '../own-members.ts';
import { retryLayer } from '../../sdk/retry-layer.ts';
import { addDrawing, drawingsLayer } from '../../sketch/drawings-layer.ts';
import type { ChangeKind } from '../changes-between.ts';
import { type LayerPart, layerParts } from '../layer-parts.ts';
import { type LayerJson, layersIn, membersOf, type WebMapJson } from '../web-map-json.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const all = webMaps;
// An empty document is a new map.
const valid = all.filter(([name]) => name !== 'empty-document');
const withLayers = all.filter(([, { operationalLayers }]) => layersIn(operationalLayers).length > 0);
// Notes and routes have layers of their own.
const withFeatures = withLayers.filter(([, document]) => {
  const text = JSON.stringify(document);
  return /ArcGISFeatureLayer|GeoJSON/.test(text) && !text.includes('featureCollectionType');
});

/** The document with one part of all layers removed, and without the objects that then are empty. */
function withoutPart(document: WebMapJson, part: LayerPart): unknown {
  const names: string[] = layerParts[part].members.map((path: readonly string[]) => path.at(-1) ?? '');
  return JSON.parse(JSON.stringify(document), (name, value: unknown) => {
    if (names.includes(name)) return undefined;
    const isDefinition = name === 'layerDefinition' || name === 'drawingInfo';
    return isDefinition && Object.keys(value ?? {}).length === 0 ? undefined : value;
  });
}

/** The document with one layer changed; places count from the bottom, as in the document. */
function withLayer(document: WebMapJson, place: number, change: Partial<LayerJson>): WebMapJson {
  const layers = document.operationalLayers ?? [];
  const changed = layersIn(layers).at(place);
  return {
    ...document,
    operationalLayers: layers.map((layer) => (layer === changed ? { ...layer, ...change } : layer)),
  };
}

function find(name: string): WebMapJson {
  return all.find(([one]) => one === name)?.[1] ?? {};
}

describe('notes of another program', () => {
  const collectionsIn = (document: WebMapJson) =>
    document.operationalLayers?.[0]?.featureCollection?.layers as unknown as {
      featureSet: { features: Record<string, unknown>[] };
    }[];

  it('keep the members of unchanged and changed drawings, and take new ones of every kind', async () => {
    const document = find('map-notes-only-polygons');
    const { map, work } = await openDocument(document);
    const notes = drawingsLayer({ map } as unknown as MapView, '');
    const place = { type: 'point', x: 1, y: 2, spatialReference: { wkid: 102100 } } as const;
    addDrawing(notes, new Graphic({ geometry: place, symbol: new SimpleMarkerSymbol() }));
    const [yard] = notes.polygonLayer?.graphics.toArray() ?? [];
    const [was] = collectionsIn(document)[0]?.featureSet.features ?? [];
    const [polygons, points] = collectionsIn(await work.read());
    expect(polygons).toBe(collectionsIn(document)[0]);
    expect(points).toMatchObject({
      layerDefinition: { name: 'Points' },
      featureSet: { features: [{ geometry: { x: 1, y: 2 }, attributes: { OBJECTID: 1 } }] },
    });

    const symbol = new SimpleFillSymbol({ color: '#123456' });
    if (yard) yard.symbol = symbol;
    const changed = collectionsIn(await work.read())[0];
    expect(changed).toMatchObject({ nextObjectId: 8, popupInfo: { title: '{TITLE}' } });
    expect(changed?.featureSet.features).toEqual([
      { ...was, popupInfo: expect.anything(), symbol: symbol.toJSON() },
    ]);
  });

  it('keep the rest when one of several is removed, and the layer’s own members', async () => {
    const document = find('map-notes-sketch');
    const { map, work } = await openDocument(document);
    const notes = drawingsLayer({ map } as unknown as MapView, '');
    notes.pointLayer?.graphics.removeAt(0);
    const expected = structuredClone(document);
    collectionsIn(expected)[2]?.featureSet.features.shift();
    expect(await work.read()).toEqual(expected);
  });

  it('with symbols by a field are left as they are', async () => {
    const { map } = await openDocument(find('version-1.9-map-notes-classic'));
    expect(map.layers.includes(drawingsLayer({ map } as unknown as MapView, ''))).toBe(false);
  });
});

describe('the layers of a feature collection', () => {
  const title = 'feature-collection-several-layers';

  it('are changed one by one', async () => {
    const document = find(title);
    const { map, work } = await openDocument(document);
    const group = map.layers.at(0) as GroupLayer;
    const gates = group.layers.find(({ title: one }) => one === 'Gates');
    expect(gates?.visible).toBe(false);
    if (gates) gates.visible = true;
    const expected = structuredClone(document);
    Object.assign(expected.operationalLayers?.[0] ?? {}, { visibleLayers: [0, 1] });
    expect(await work.read()).toMatchObject(expected);
    if (gates) gates.title = 'Entrances';
    const [fc] = (await work.read()).operationalLayers ?? [];
    expect(fc?.featureCollection?.layers?.map((layer) => layer['title'])).toEqual(['Yards', 'Entrances']);
    group.layers.reverse();
    const [turned] = (await work.read()).operationalLayers ?? [];
    expect(turned).toMatchObject({
      visibleLayers: [0, 1],
      featureCollection: { showLegend: true, layers: [{ id: 'fc_1' }, { id: 'fc_0', opacity: 0.5 }] },
    });
  });
});

it('an audience or a presentation is a change by name, is undone, and changes nothing else of the document', async () => {
  const document = { ...withLayers[0]?.[1], applicationProperties: { viewing: { search: true } } };
  const source = sourceOf(document);
  const { work } = await openDocument(document, source);
  const viewers = mapAudienceSchema.parse({ preset: 'viewer', text: 'Look at the stops.' });
  openAudience(source).set(viewers);
  await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'audience' }]));
  expect(await work.read()).toEqual({ ...document, mappingAudience: viewers });
  work.undo();
  expect(openAudience(source).get()).toBeUndefined();
  const slides = mapPresentationSchema.parse({
    slides: [{ title: 'River', place: '', text: 'Frozen' }],
  });
  openPresentation(source).set(slides);
  await vi.waitFor(() => expect(work.state.get().undo).toEqual([{ kind: 'presentation' }]));
  expect(await work.read()).toEqual({ ...document, mappingPresentation: slides });
  work.undo();
  expect(await work.read()).toEqual(document);
});

it('a changed bookmark keeps what other programs added', async () => {
  const document = find('bookmarks');
  const { map, work } = await openDocument(document);
  const [first, second] = map.bookmarks?.toArray() ?? [];
  if (second) second.name = 'South';
  if (first) map.bookmarks?.reorder(first, 2);
  const [one, two, three] = document.bookmarks as object[];
  expect((await work.read()).bookmarks).toEqual([{ ...two, name: 'South' }, three, one]);
});

describe('a web map of any age and author', () => {
  it('has enough examples', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  it.each(all)('%s is listed with every layer', async (_name, document) => {
    const { map } = await openDocument(document);
    const countIn = (layers: readonly LayerJson[]): number =>
      layers.reduce((sum, layer) => sum + 1 + countIn(membersOf(layer) ?? []), 0);
    expect(map.allLayers.filter((layer) => layer.parent !== map.basemap).length).toBeGreaterThanOrEqual(
      countIn(layersIn(document.operationalLayers)),
    );
  });

  it.each(sample(valid, 3))('%s is unchanged', async (_name, document) => {
    const before = structuredClone(document);
    const { work } = await openDocument(document);
    expect(await work.read()).toEqual(before);
    expect(work.state.get().dirty).toBe(false);
    expect(document).toEqual(before);
  });

  it.each(sample(withLayers, 3))(
    '%s is unchanged when its layers are loaded again',
    async (_name, document) => {
      const { map, work } = await openDocument(document);
      for (const { id } of map.allLayers.toArray()) retryLayer({ map }, id);
      expect(await work.read()).toEqual(document);
    },
  );

  it.each(sample(withLayers, 3))('%s is unchanged by layer views that start', async (_name, document) => {
    const { map, work } = await openDocument(document);
    for (const layer of map.allLayers.toArray() as FeatureLayer[]) {
      const reduction = layer.featureReduction;
      if (reduction?.type !== 'cluster' && reduction?.type !== 'binning') continue;
      const field = { name: 'made', isAutoGenerated: true, onStatisticField: 'a', statisticType: 'sum' };
      reduction.fields?.push(new AggregateField(field as ConstructorParameters<typeof AggregateField>[0]));
      reduction.renderer ??= new SimpleRenderer({
        symbol: new SimpleMarkerSymbol(),
        authoringInfo: { isAutoGenerated: true } as AuthoringInfo,
      });
      layer.featureReduction = reduction.clone();
    }
    expect(await work.read()).toEqual(document);
    expect(work.state.get().dirty).toBe(false);
  });

  it('keeps a layer that was loaded again when an earlier step is undone', async () => {
    const document = find('popups-arcade-charts-related');
    const { map, work } = await openDocument(document);
    const layer = map.layers.at(0);
    if (layer) layer.title = 'Renamed';
    await work.read();
    retryLayer({ map }, layer?.id ?? '');
    work.undo();
    expect(await work.read()).toEqual(document);
  });

  it.each(sample(withLayers, 3))('%s differs only by a renamed layer', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const layer = map.layers.at(0);
    if (layer) layer.title = 'Renamed';
    expect(await work.read()).toEqual(withLayer(document, 0, { title: 'Renamed' }));
  });

  it.each(sample(withLayers, 3))('%s differs only by a layer shown or hidden', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const layer = map.layers.at(-1);
    const visibility = !layer?.visible;
    if (layer) layer.visible = visibility;
    expect(await work.read()).toEqual(withLayer(document, -1, { visibility }));
  });

  it.each(sample(withLayers, 3))('%s differs only by a layer’s opacity', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const layer = map.layers.at(0);
    if (layer) layer.opacity = 0.35;
    expect(await work.read()).toEqual(withLayer(document, 0, { opacity: 0.35 }));
  });

  it.each(sample(withFeatures, 3))(
    '%s differs only by one configured part of a layer',
    async (_name, document) => {
      const { map, work } = await openDocument(document);
      const isFound = ({ type }: { type: string }) => type === 'feature' || type === 'geojson';
      const layer = map.allLayers.find(isFound) as FeatureLayer | undefined;
      expect.assert(layer);
      const expectOnly = async (change: () => void, part: LayerPart, kind: ChangeKind) => {
        change();
        const now = await work.read();
        expect(work.state.get().undo).toMatchObject([{ kind }]);
        expect(now).not.toEqual(document);
        expect(withoutPart(now, part)).toEqual(withoutPart(document, part));
        work.undo();
        expect(await work.read()).toEqual(document);
      };
      await expectOnly(
        () =>
          (layer.labelingInfo = [
            new LabelClass({ labelExpressionInfo: { expression: '1' }, where: 'a = 1' }),
          ]),
        'labelClasses',
        'labels',
      );
      await expectOnly(() => (layer.popupTemplate = new PopupTemplate({ title: 'T' })), 'popup', 'popup');
      if (layer.type === 'feature')
        await expectOnly(() => (layer.formTemplate = new FormTemplate({ title: 'F' })), 'form', 'form');
      // Layers of files have no charts and no table.
      if (layer.type === 'feature')
        await expectOnly(
          () =>
            (layer.attributeTableTemplate = new AttributeTableTemplate({
              elements: [{ type: 'field', fieldName: 'name' }],
            })),
          'table',
          'table',
        );
      if (layer.type === 'feature')
        await expectOnly(() => (layer.charts = [{ type: 'chart', id: 'c' }]), 'charts', 'charts');
      await expectOnly(() => (layer.minScale = 123), 'scales', 'scale');
      await expectOnly(() => (layer.refreshInterval = 123), 'refresh', 'refresh');
      await expectOnly(() => (layer.effect = 'blur(3px)'), 'effect', 'effect');
      await expectOnly(() => (layer.blendMode = 'color-burn'), 'blend', 'effect');
      await expectOnly(
        () => (layer.featureReduction = new FeatureReductionCluster({ clusterRadius: 33 })),
        'clusters',
        'style',
      );
    },
  );

  it.each(sample(withLayers, 3))(
    '%s differs only by a moved layer, also once saved',
    async (_name, document) => {
      const { map, work } = await openDocument(document);
      const [first, ...others] = layersIn(document.operationalLayers);
      const layer = map.layers.at(0);
      if (layer) map.layers.reorder(layer, map.layers.length - 1);
      const moved = await work.read();
      expect(layersIn(moved.operationalLayers)).toEqual([...others, first]);
      expect({ ...moved, operationalLayers: 0 }).toEqual({ ...document, operationalLayers: 0 });
      work.saved(moved);
      expect(await work.read()).toEqual(moved);
      if (layer) layer.title = 'Renamed';
      const renamed = await work.read();
      expect(layersIn(renamed.operationalLayers)).toEqual([...others, { ...first, title: 'Renamed' }]);
    },
  );

  it.each(sample(withLayers, 3))('%s differs only by a removed layer', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const [, ...others] = layersIn(document.operationalLayers);
    map.layers.removeAt(0);
    const { operationalLayers, ...rest } = await work.read();
    expect(layersIn(operationalLayers)).toEqual(others);
    expect({ ...rest, operationalLayers: 0 }).toEqual({ ...document, operationalLayers: 0 });
  });

  it.each(sample(valid, 3))('%s differs only by a bookmark', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const added = new Bookmark({ name: 'Added' });
    map.bookmarks?.add(added);
    const { bookmarks, ...rest } = await work.read();
    expect(bookmarks).toEqual([...layersIn(document.bookmarks), added.toJSON()]);
    expect({ ...rest, bookmarks: 0 }).toEqual({ ...document, bookmarks: 0 });
  });

  it.each(sample(valid, 3))('%s differs only by its basemap', async (_name, document) => {
    const { map, work } = await openDocument(document);
    const urlTemplate = 'https://tiles.example/{level}/{col}/{row}.png';
    map.basemap = new Basemap({ title: 'Tiles', baseLayers: [new WebTileLayer({ urlTemplate })] });
    const { baseMap, ...rest } = await work.read();
    expect(baseMap?.title).toBe('Tiles');
    expect({ ...rest, baseMap: 0 }).toEqual({ ...document, baseMap: 0 });
  });
});
