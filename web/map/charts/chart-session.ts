import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import { attributeOf, fieldStatistics, numberOf } from '../layers/field-statistics.ts';
import { fieldsOf, isNaming, type LayerField } from '../layers/layer-fields.ts';
import { sqlAll } from '../layers/sql.ts';
import { fieldTime, shownTimeZone } from '../layers/time-zone.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { beginSelection, clearSelection, selectedIn, selectIn } from '../select/selected.ts';
import { newId } from '../../new-id.ts';
import { createStore } from '../../store.ts';
import { equalRanges, largestCategories, type RangeField, whereInRange } from './chart-parts.ts';
import { readLine } from './line.ts';
import type { ChartData, ChartPart, ChartRequest, ChartSession, SavedChart } from './charts.ts';
import { isSameChart, readWebChart, titleOfWebChart, type WebChartJson, writeWebChart } from './web-chart.ts';

/** Bars and slices that are shown. */
const maxCategories = { bar: 12, pie: 8 } as const;
/** Points of a scatter plot. */
const maxPoints = 2000;

/** Opens the charts of a map (`openCharts`). */
export function openCharts({ view, onLeave }: MapInternals): ChartSession {
  let closed = false;
  const saved = createStore(savedCharts(view));
  const watching = watch(
    () => layersOf(view).map(({ id, charts }) => [id, charts]),
    () => saved.set(savedCharts(view)),
  );
  const extent = createStore(textOf(view.extent));
  const moving = watch(
    () => view.stationary && textOf(view.extent),
    (text) => text && extent.set(text),
  );
  const edits = createStore(0);
  const followed = followEdits(view, () => edits.set(edits.get() + 1));
  const close = () => {
    unregister();
    closed = true;
    watching.remove();
    moving.remove();
    followed.remove();
  };
  const unregister = onLeave(close);

  const inMap = (layerId: string) => findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  const layerOf = async (layerId: string, signal?: AbortSignal): Promise<FeatureLayer> => {
    const layer = inMap(layerId);
    if (!layer) throw new MappingError('layer:failed', 'The layer is no longer in the map.');
    await layer.load({ signal });
    return layer;
  };
  const queryOf = (layer: FeatureLayer, { inView, onlySelected }: ChartRequest, where?: string): Query => {
    const query = layer.createQuery();
    query.returnGeometry = false;
    query.where = sqlAll(query.where, where);
    if (inView) query.geometry = view.extent;
    const ids = onlySelected ? selectedIn(view).get().get(String(layer.id)) : undefined;
    if (ids) query.objectIds = [...ids];
    return query;
  };

  return {
    saved,
    selected: selectedIn(view),
    edits,
    extent,
    add(request, title) {
      const layer = inMap(request.layerId);
      if (!layer) return;
      const { objectIdField } = layer;
      const chart = writeWebChart(request, { id: newId(), title, objectIdField });
      const before = (layer.charts ?? []) as WebChartJson[];
      // A double click adds one.
      if (!before.some((one) => isSameChart(one, chart))) layer.charts = [...before, chart];
    },
    remove({ id, request }) {
      const layer = inMap(request.layerId);
      const others = layer?.charts?.filter((chart) => (chart as WebChartJson).id !== id) ?? [];
      if (layer) layer.charts = others.length > 0 ? others : null;
    },
    async fields(layerId) {
      try {
        const layer = await layerOf(layerId);
        const styled = (layer.renderer as { field?: string | null } | null | undefined)?.field;
        const names = (field: LayerField) => field.name === layer.displayField || isNaming(field);
        const rank = (field: LayerField) => (field.name === styled ? 0 : names(field) ? 2 : 1);
        return fieldsOf(layer)
          .filter(({ isId }) => !isId)
          .toSorted((a, b) => rank(a) - rank(b));
      } catch (cause) {
        throw sdkError(cause, 'layer:failed');
      }
    },
    async read(request, signal) {
      try {
        const layer = await layerOf(request.layerId, signal);
        const read = readers[request.kind];
        return await read({
          layer,
          request,
          signal,
          timeZone: shownTimeZone(layer, request.field ?? '', view.timeZone),
          sqlZone: fieldTime(layer, view.timeZone).sqlZone,
          query: (where) => queryOf(layer, request, where),
          all: () => queryOf(layer, { ...request, inView: false, onlySelected: false }),
        });
      } catch (cause) {
        signal.throwIfAborted();
        throw sdkError(cause, 'layer:failed');
      }
    },
    async select(request, selection) {
      const isWanted = beginSelection(view, [request.layerId]);
      const layer = await layerOf(request.layerId);
      const ids =
        'objectIds' in selection
          ? [...selection.objectIds]
          : (((await layer.queryObjectIds(queryOf(layer, request, selection.where))) ?? []) as number[]);
      if (!closed && isWanted(request.layerId)) selectIn(view, layer, ids);
    },
    clear(layerId) {
      const layer = inMap(layerId);
      if (layer) clearSelection(view, layer);
    },
    close,
  };
}

/** Calls a listener after each edit of a layer's features, and after a layer was loaded or computed again. */
function followEdits(view: MapView, listener: () => void): { remove(): void } {
  let handles: { remove(): void }[] = [];
  const stop = () => {
    for (const handle of handles) handle.remove();
  };
  const watching = watch(
    () => layersOf(view),
    (layers, before) => {
      stop();
      handles = layers.map((layer) => layer.on('edits', listener));
      const replaces = (layer: FeatureLayer) => before?.some((was) => was.id === layer.id && was !== layer);
      if (layers.some(replaces)) listener();
    },
    { initial: true },
  );
  return {
    remove() {
      watching.remove();
      stop();
    },
  };
}

function textOf(extent: MapView['extent'] | undefined): string {
  return extent ? [extent.xmin, extent.ymin, extent.xmax, extent.ymax].join(' ') : '';
}

/** The layers that have charts, in all groups. */
function layersOf(view: MapView): FeatureLayer[] {
  return (view.map?.allLayers.toArray() ?? []).filter(hasFeatures) as FeatureLayer[];
}

function savedCharts(view: MapView): SavedChart[] {
  return layersOf(view).flatMap(({ id: layerId, charts }) =>
    ((charts ?? []) as WebChartJson[]).flatMap((chart) => {
      const request = readWebChart(chart, layerId);
      return request && chart.id ? [{ id: chart.id, title: titleOfWebChart(chart), request }] : [];
    }),
  );
}

interface Reading {
  layer: FeatureLayer;
  request: ChartRequest;
  signal: AbortSignal;
  /** The time zone in which dates of the chart's field are shown. */
  timeZone: string;
  /** The time zone of SQL dates with a time. */
  sqlZone: string;
  /** The features of the chart that match a condition. */
  query: (where?: string) => Query;
  /** All features that the layer's filter shows. */
  all: () => Query;
}

const readers = {
  bar: categories,
  pie: categories,
  line,
  histogram,
  scatter,
  gauge,
  number: oneNumber,
} as const;

async function categories({ layer, request, signal, query }: Reading): Promise<ChartData> {
  const { field = '', statistic, kind } = request;
  const grouped = withStatistic(query(), layer, request);
  grouped.groupByFieldsForStatistics = [field];
  // Services return only so many groups.
  grouped.orderByFields = ['group_amount DESC'];
  const { features } = await layer.queryFeatures(grouped, { signal });
  const rows = features.flatMap((row) => {
    const value = attributeOf(row, 'group_amount');
    const category = attributeOf(row, field) as string | number | null | undefined;
    return typeof value === 'number' ? [{ category: category ?? null, value }] : [];
  });
  const most = maxCategories[kind === 'pie' ? 'pie' : 'bar'];
  const domain = layer.getFieldDomain(field);
  const titleOf = (category: string | number) =>
    (domain?.type === 'coded-value' && domain.getName(category)) || String(category);
  return { kind: 'parts', ...largestCategories(rows, { field, statistic, most, titleOf }) };
}

async function histogram({ layer, request, signal, query, timeZone, sqlZone }: Reading): Promise<ChartData> {
  const { field = '' } = request;
  const type = layer.getField(field)?.type ?? 'double';
  const kind: RangeField = type === 'date' ? 'date' : type === 'date-only' ? 'date-only' : 'number';
  const limits = await limitsOf(layer, field, query(), signal);
  if (!limits) return { kind: 'parts', parts: [], others: { count: 0, value: 0 } };
  const [least, most] = limits;
  const found = equalRanges(least, most, ['integer', 'small-integer', 'big-integer', 'long'].includes(type));
  const parts = await Promise.all(
    found.map(async (range, index): Promise<ChartPart> => {
      const where = whereInRange(field, range, { type: kind, sqlZone, last: index === found.length - 1 });
      return { title: '', range, where, value: await layer.queryFeatureCount(query(where), { signal }) };
    }),
  );
  return { kind: 'parts', parts, ...(kind !== 'number' && { timeZone }), others: { count: 0, value: 0 } };
}

async function scatter({ layer, request, signal, query }: Reading): Promise<ChartData> {
  const { field: x = '', value: y = '' } = request;
  const where = `${x} IS NOT NULL AND ${y} IS NOT NULL`;
  const page = query(where);
  page.outFields = [layer.objectIdField, x, y];
  page.num = maxPoints;
  const [total, { features }] = await Promise.all([
    layer.queryFeatureCount(query(where), { signal }),
    layer.queryFeatures(page, { signal }),
  ]);
  const points = features.flatMap((feature) => {
    const [one, other, objectId] = [attributeOf(feature, x), attributeOf(feature, y), feature.getObjectId()];
    return typeof one === 'number' && typeof other === 'number' && typeof objectId === 'number'
      ? [{ x: one, y: other, objectId }]
      : [];
  });
  return { kind: 'points', points, total };
}

async function line({ layer, request, signal, query, timeZone, sqlZone }: Reading): Promise<ChartData> {
  const limits = await limitsOf(layer, request.field ?? '', query(), signal);
  if (!limits) return { kind: 'parts', parts: [], timeZone, others: { count: 0, value: 0 } };
  const amount = (one: Query) => amountOf(layer, request, one, signal);
  return await readLine({ layer, request, signal, query, limits, timeZone, sqlZone, amount });
}

/** The smallest and the largest value of a field; undefined without values. */
async function limitsOf(
  layer: FeatureLayer,
  field: string,
  query: Query,
  signal: AbortSignal,
): Promise<[number, number] | undefined> {
  const { min, max } = await fieldStatistics(layer, field, ['min', 'max'], { query, signal });
  return min === undefined || max === undefined ? undefined : [min, max];
}

async function amountOf(
  layer: FeatureLayer,
  request: ChartRequest,
  query: Query,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { features } = await layer.queryFeatures(withStatistic(query, layer, request), { signal });
  return numberOf(attributeOf(features[0], 'group_amount'));
}

async function oneNumber({ layer, request, signal, query }: Reading): Promise<ChartData> {
  return { kind: 'number', value: await amountOf(layer, request, query(), signal) };
}

/** Counts and sums on a scale up to those of all features, other values between the extremes of all features. */
async function gauge({ layer, request, signal, query, all }: Reading): Promise<ChartData> {
  const isShare = request.statistic === 'count' || request.statistic === 'sum';
  const [value, whole, limits] = await Promise.all([
    amountOf(layer, request, query(), signal),
    isShare ? amountOf(layer, request, all(), signal) : undefined,
    isShare ? undefined : limitsOf(layer, request.value ?? '', all(), signal),
  ]);
  const scale = whole === undefined ? limits : ([Math.min(0, whole), Math.max(0, whole)] as const);
  return { kind: 'number', value, scale };
}

function withStatistic(query: Query, layer: FeatureLayer, { statistic, value }: ChartRequest): Query {
  const onStatisticField = statistic === 'count' ? layer.objectIdField : (value ?? layer.objectIdField);
  return Object.assign(query, {
    outStatistics: [{ statisticType: statistic, onStatisticField, outStatisticFieldName: 'group_amount' }],
  });
}
