import Basemap from '@arcgis/core/Basemap.js';
import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import FeatureReductionBinning from '@arcgis/core/layers/support/FeatureReductionBinning.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import { fromJSON } from '@arcgis/core/renderers/support/jsonUtils.js';
import AttributeTableTemplate from '@arcgis/core/tables/AttributeTableTemplate.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sample } from '../../../../testing/rig/long.ts';
import { openDocument, webMaps } from '../../../../testing/web/open-document.ts';
import { formOf, popupOf } from '../../../../testing/web/full-settings.ts';
import { faultsOf } from '../../../../testing/web/web-map-specification.ts';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { mapPresentationSchema } from '../../../../wire/map-presentation.ts';
import { openAudience } from '../own-members.ts';
import { openAppearance, openLabels } from '../../configure/configure-session.ts';
import { noEffects } from '../../configure/effects.ts';
import { openFormDesign } from '../../configure/form-session.ts';
import { openGroupLabels, openGroupPopup } from '../../configure/group-session.ts';
import { newLabel, withLook, withOverlap, withRepeat } from '../../configure/label-json.ts';
import { openPopupDesign } from '../../configure/popup-session.ts';
import { openPresentation } from '../own-members.ts';
import { changesBetween } from '../changes-between.ts';
import { factsOfDocument } from '../map-facts.ts';
import { type LayerJson, layersIn, membersOf, type WebMapJson } from '../web-map-json.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))));

type Opened = Awaited<ReturnType<typeof openDocument>>;

const symbols = {
  point: { type: 'esriSMS', style: 'esriSMSCircle', size: 8, color: [200, 60, 40, 255] },
  polyline: { type: 'esriSLS', style: 'esriSLSDash', width: 2, color: [200, 60, 40, 255] },
  polygon: { type: 'esriSFS', style: 'esriSFSSolid', color: [200, 60, 40, 128] },
} as const;

/** Changes a layer and its map by every control of the viewer. */
async function changeEverything(
  { map, internals }: Opened,
  layer: FeatureLayer,
  word: string,
  renderer?: object,
) {
  layer.load = async () => layer;
  layer.title = `Renamed ${word}`;
  // Groups can show one of their layers only.
  if (map.layers.includes(layer)) layer.visible = !layer.visible;
  layer.opacity = layer.opacity === 0.35 ? 0.45 : 0.35;
  layer.definitionExpression = `name = '${word}'`;
  const { id } = layer;
  const labels = await openLabels(internals, id);
  const style = { size: 12, bold: true, italic: true, color: '#336699', halo: 2, haloColor: '#ffeedd' };
  const moved = withLook(newLabel(word), { ...style, xOffset: 4, yOffset: word.length });
  const repeated = withRepeat(withOverlap(moved, true), word.length * 10);
  const scales = { minScale: 50_000 + word.length, maxScale: 500 };
  labels.set({
    on: true,
    classes: [
      { ...repeated, ...scales },
      { ...newLabel('b'), where: 'a = 1' },
    ],
  });
  const popup = await openPopupDesign(internals, id);
  popup.set({ on: true, popup: popupOf(word) });
  const appearance = await openAppearance(internals, id);
  const { value } = appearance.state.get();
  appearance.set({
    ...value,
    minScale: 100_000 + word.length,
    maxScale: 1000 + word.length,
    refresh: value.refresh === undefined ? undefined : 5 + word.length,
    effects: { ...noEffects, shadow: 4, bloom: 1.5, blur: word.length, grey: 30 },
    blend: value.blend === 'multiply' ? 'screen' : 'multiply',
  });
  const symbol = symbols[(layer.geometryType ?? 'point') as keyof typeof symbols] ?? symbols.point;
  const drawn = renderer ?? { type: 'simple', label: word, symbol };
  layer.renderer = fromJSON(structuredClone(drawn)) as FeatureLayer['renderer'];
  layer.featureReduction = new FeatureReductionBinning({ fixedBinLevel: word.length });
  (await openGroupLabels(internals, id, 'Count')).set({ on: true, classes: [newLabel('aggregateCount')] });
  (await openGroupPopup(internals, id, 'Count')).set({
    on: true,
    popup: { title: `{aggregateCount} ${word}`, popupElements: [{ type: 'text', text: word }] },
  });
  if (layer.type === 'feature') {
    const form = await openFormDesign(internals, id);
    form.set({ on: true, form: formOf(word) });
    layer.attributeTableTemplate = new AttributeTableTemplate({
      elements: [{ type: 'field', fieldName: word }],
    });
    layer.charts = [{ type: 'chart', id: word }];
  }
  map.bookmarks?.add(new Bookmark({ name: word }));
  const urlTemplate = `https://tiles.example/${word}/{level}/{col}/{row}.png`;
  map.basemap = new Basemap({ title: word, baseLayers: [new WebTileLayer({ urlTemplate })] });
  openAudience(internals.source).set(mapAudienceSchema.parse({ preset: 'viewer', text: word }));
  openPresentation(internals.source).set(
    mapPresentationSchema.parse({ slides: [{ title: word, place: '', text: word }] }),
  );
}

const flat = (layers: readonly LayerJson[] | undefined): LayerJson[] =>
  layersIn(layers).flatMap((layer) => [layer, ...flat(membersOf(layer))]);

/** Members of a layer that the controls change. */
const changing = [
  'title visibility opacity effect blendMode popupInfo disablePopup formInfo attributeTableInfo charts',
  'refreshInterval minScale maxScale showLabels definitionExpression drawingInfo featureReduction',
].flatMap((names) => names.split(' '));

/** What the controls leave alone: a document without what they change, and one layer without its changed members. */
function untouched(document: WebMapJson, id: string): unknown {
  const { bookmarks: _bookmarks, baseMap: _baseMap, ...rest } = document;
  const { mappingAudience: _audience, mappingPresentation: _presentation, ...others } = rest;
  return JSON.parse(JSON.stringify(others), (_name, value: unknown) => {
    const one = value as { id?: string; layerDefinition?: object } | null;
    if (typeof one !== 'object' || one?.id !== id) return value;
    const members = (json: object) =>
      Object.fromEntries(Object.entries(json).filter(([member]) => !changing.includes(member)));
    const definition = members(one.layerDefinition ?? {});
    return { ...members(one), layerDefinition: definition };
  });
}

/** What the panels show of a layer. */
async function settingsOf({ internals }: Opened, layer: FeatureLayer) {
  layer.load = async () => layer;
  const { id, title, visible, opacity, definitionExpression, renderer, featureReduction } = layer;
  const sessions = await Promise.all([
    openLabels(internals, id),
    openPopupDesign(internals, id),
    openAppearance(internals, id),
    ...(layer.type === 'feature' ? [openFormDesign(internals, id)] : []),
    ...(featureReduction ? [openGroupLabels(internals, id, 'Count')] : []),
    ...(featureReduction ? [openGroupPopup(internals, id, 'Count')] : []),
  ]);
  const settings = sessions.map((session) => session.state.get().value);
  const drawn = [renderer?.toJSON(), (featureReduction as FeatureReductionBinning | null)?.toJSON()];
  return structuredClone({ title, visible, opacity, definitionExpression, settings, drawn });
}

/**
 * Opens what was saved: it is the same, the panels show the same of its layer, there is nothing to save, and
 * everything in it can be changed again.
 */
async function expectSaved(written: WebMapJson, id: string, shown: Awaited<ReturnType<typeof settingsOf>>) {
  const again = await openDocument(written);
  expect(await again.work.read()).toEqual(written);
  expect(again.work.state.get().dirty).toBe(false);
  const layer = again.map.allLayers.find((one) => one.id === id) as FeatureLayer;
  expect(await settingsOf(again, layer)).toEqual(shown);
  return { again, layer };
}

const kindsOfMap = ['basemap', 'bookmarks', 'audience', 'presentation'];
const kinds = 'layer-renamed opacity filter labels style popup scale effect form table charts'.split(' ');

/** The history of a map names what each control has changed. */
function expectNamed(before: WebMapJson, now: WebMapJson, { type }: FeatureLayer) {
  const named = changesBetween(factsOfDocument(before), factsOfDocument(now)).map(({ kind }) => kind);
  const controls = [...kindsOfMap, ...(type === 'feature' ? kinds : kinds.slice(0, -3))];
  expect(named).toEqual(expect.arrayContaining(controls));
}

const isFeatureLayer = ({ type }: { type: string }) => type === 'feature' || type === 'geojson';

describe('a map of another program, changed by every control', () => {
  const maps = webMaps.filter(([, document]) =>
    flat(document.operationalLayers).some(
      ({ layerType, url, id }) => id && url && ['ArcGISFeatureLayer', 'GeoJSON'].includes(String(layerType)),
    ),
  );

  it('has enough examples', () => {
    expect(maps.length).toBeGreaterThanOrEqual(20);
  });

  it.each(sample(maps, 3))(
    '%s is saved, opened again, and keeps what was not changed',
    async (_name, document) => {
      const opened = await openDocument(document);
      const layer = opened.map.allLayers.find(
        (one) =>
          isFeatureLayer(one) && flat(document.operationalLayers).some(({ id, url }) => url && id === one.id),
      ) as FeatureLayer | undefined;
      expect.assert(layer);
      await changeEverything(opened, layer, 'first');
      const written = await opened.work.read();
      expect(untouched(written, layer.id)).toEqual(untouched(document, layer.id));
      expectNamed(document, written, layer);
      // Some of these maps do not follow the specification themselves.
      const faults = faultsOf(document);
      expect(faultsOf(written).filter((fault) => !faults.includes(fault))).toEqual([]);
      const { again, layer: stored } = await expectSaved(written, layer.id, await settingsOf(opened, layer));
      await changeEverything(again, stored, 'second');
      const changed = await again.work.read();
      expect(untouched(changed, layer.id)).toEqual(untouched(document, layer.id));
      expectNamed(written, changed, stored);
      expect(faultsOf(changed).filter((fault) => !faults.includes(fault))).toEqual([]);
      await expectSaved(changed, layer.id, await settingsOf(again, stored));
    },
  );
});

describe('a map made here, changed by every control', () => {
  const renderers = (symbol: object): readonly (readonly [string, object])[] => [
    ['one symbol', { type: 'simple', symbol }],
    [
      'types',
      { type: 'uniqueValue', field1: 'name', uniqueValueInfos: [{ value: 'a', label: 'A', symbol }] },
    ],
    [
      'classes',
      {
        type: 'classBreaks',
        field: 'height',
        minValue: 0,
        classBreakInfos: [{ classMaxValue: 9, label: 'low', symbol }],
      },
    ],
    [
      'colours',
      {
        type: 'simple',
        symbol,
        visualVariables: [
          {
            type: 'colorInfo',
            field: 'height',
            stops: [
              { value: 0, color: [255, 255, 255, 255] },
              { value: 9, color: [0, 0, 128, 255] },
            ],
          },
        ],
      },
    ],
    [
      'opacity',
      {
        type: 'simple',
        symbol,
        visualVariables: [
          {
            type: 'transparencyInfo',
            field: 'height',
            stops: [
              { value: 0, transparency: 90 },
              { value: 9, transparency: 10 },
            ],
          },
        ],
      },
    ],
    [
      'types of two fields, and others',
      {
        type: 'uniqueValue',
        field1: 'name',
        field2: 'height',
        fieldDelimiter: ',',
        defaultSymbol: symbol,
        defaultLabel: 'Other',
        uniqueValueInfos: [{ value: 'a,5', label: 'A, 5', symbol }],
      },
    ],
    [
      'the value of an expression',
      {
        type: 'uniqueValue',
        valueExpression: '$feature.height > 3',
        valueExpressionTitle: 'Tall',
        uniqueValueInfos: [{ value: 'true', label: 'Yes', symbol }],
      },
    ],
    [
      'colours around a value, without data, and sizes by scale',
      {
        type: 'classBreaks',
        field: 'height',
        minValue: -9007199254740991,
        defaultSymbol: symbol,
        defaultLabel: 'No data',
        classBreakInfos: [{ classMaxValue: 9007199254740991, symbol }],
        authoringInfo: {
          visualVariables: [{ type: 'colorInfo', field: 'height', theme: 'above-and-below' }],
        },
        visualVariables: [
          {
            type: 'colorInfo',
            field: 'height',
            legendOptions: { showLegend: false },
            stops: [
              { value: 0, color: [0, 0, 128, 255] },
              { value: 5, color: [255, 255, 255, 255] },
              { value: 9, color: [128, 0, 0, 255] },
            ],
          },
          {
            type: 'sizeInfo',
            valueExpression: '$view.scale',
            stops: [
              { value: 1000, size: 8 },
              { value: 100_000, size: 2 },
            ],
          },
        ],
      },
    ],
    [
      'charts',
      {
        type: 'pieChart',
        size: 30,
        attributes: [{ field: 'height', label: 'H', color: [200, 60, 40, 255] }],
      },
    ],
  ];
  const geometries = {
    point: { type: 'point', x: 1, y: 2 },
    polyline: {
      type: 'polyline',
      paths: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    },
    polygon: {
      type: 'polygon',
      rings: [
        [
          [1, 2],
          [1, 4],
          [3, 4],
          [1, 2],
        ],
      ],
    },
  } as const;
  const dots = {
    type: 'dotDensity',
    dotValue: 5,
    attributes: [{ field: 'height', label: 'H', color: [200, 60, 40, 255] }],
  };
  const heat = {
    type: 'heatmap',
    blurRadius: 10,
    colorStops: [
      { ratio: 0, color: [0, 0, 0, 0] },
      { ratio: 1, color: [200, 60, 40, 255] },
    ],
  };
  const maps = (['point', 'polyline', 'polygon'] as const).flatMap((shape) => [
    ...renderers(symbols[shape]).map(([name, json]) => [`${shape} by ${name}`, shape, json] as const),
    ...(shape === 'point' ? [[`${shape} by density`, shape, heat] as const] : []),
    ...(shape === 'polygon' ? [[`${shape} by dots`, shape, dots] as const] : []),
  ]);

  it('has enough examples', () => {
    expect(maps.length).toBeGreaterThanOrEqual(20);
  });

  it.each(sample(maps, 3))(
    '%s is saved, opened again, and keeps what was not changed',
    async (_name, shape, json) => {
      const spatialReference = { wkid: 102100 };
      const opened = await openDocument({
        version: '2.34',
        authoringApp: 'Mapping',
        authoringAppVersion: '1.0',
        spatialReference,
        operationalLayers: [],
        baseMap: { title: '', baseMapLayers: [] },
      } as WebMapJson);
      const feature = new Graphic({
        geometry: { ...geometries[shape], spatialReference } as never,
        attributes: { height: 5 },
      });
      const layer = new FeatureLayer({
        id: 'made',
        title: 'Made',
        source: [feature],
        geometryType: shape,
        spatialReference,
        objectIdField: 'OBJECTID',
        fields: [
          { name: 'OBJECTID', type: 'oid' },
          { name: 'name', type: 'string' },
          { name: 'height', type: 'double' },
        ],
        renderer: fromJSON(structuredClone(json)) as FeatureLayer['renderer'],
      });
      // Its features are in a worker, which needs a page.
      layer.load = async () => layer;
      layer.queryFeatures = async () => ({ features: [feature] }) as never;
      const url = 'https://gis.example/rest/services/Trees/FeatureServer/0';
      const trees = new FeatureLayer({ id: 'other', title: 'Trees', url });
      opened.map.addMany([trees, layer]);
      await changeEverything(opened, layer, 'first', json);
      const first = await opened.work.read();
      expect(JSON.stringify(first.operationalLayers?.at(-1))).toContain((json as { type: string }).type);
      expect(faultsOf(first)).toEqual([]);
      const { again, layer: other } = await expectSaved(first, 'other', await settingsOf(opened, trees));
      await changeEverything(again, other, 'second');
      const written = await again.work.read();
      expect(untouched(written, 'other')).toEqual(untouched(first, 'other'));
      expect(faultsOf(written)).toEqual([]);
      await expectSaved(written, 'other', await settingsOf(again, other));
    },
  );
});
