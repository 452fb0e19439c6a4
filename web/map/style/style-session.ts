import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { fieldsOf, type LayerField } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { memberOfPair } from '../sdk/chosen-basemap.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError, valuesError } from '../sdk/sdk-error.ts';
import { createStore } from '../store.ts';
import { controlGrouping } from './grouping-session.ts';
import { makeExactly } from './exact-values.ts';
import { makeRenderer, rampsOf, type RendererOrder } from './make-renderer.ts';
import { type AnyRenderer, readStyle, withColors, withRow, withSymbol } from './read-style.ts';
import {
  breaksOf,
  changingVariables,
  dotValueOf,
  makeVariable,
  othersOf,
  readHistogram,
  withBreaks,
  withDotValue,
  withMovedRow,
  withOthers,
  withVariables,
} from './renderer-parts.ts';
import {
  divides,
  fewestFields,
  fits,
  showsSeveral,
  type StyleHistogram,
  type StyleKind,
  styleKinds,
  type StyleRequest,
  type StyleSession,
  type StyleState,
} from './style.ts';

const geometries: Readonly<Record<string, StyleState['geometry']>> = {
  point: 'point',
  multipoint: 'point',
  polyline: 'line',
  polygon: 'area',
};

/** Opens a layer's style (`openStyle`). @throws MappingError `layer:failed`, `style:unsupported` */
export async function openStyle({ view, source }: MapInternals, layerId: string): Promise<StyleSession> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  try {
    await layer?.load();
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
  const geometry = geometries[layer?.geometryType ?? ''];
  if (!layer || !geometry)
    throw new MappingError('style:unsupported', 'The style of this layer cannot be changed.');

  const begun = layer.renderer as AnyRenderer;
  const theme =
    view.map?.basemap && memberOfPair(view.map.basemap, source.basemap) === 'dark' ? 'dark' : 'light';
  const fields = fieldsOf(layer).filter(({ isId }) => !isId);
  const kinds = kindsFor(geometry, fields);
  let ramp: string | undefined;
  let empty = false;
  let histogram: { of: string; bars: StyleHistogram } | undefined;
  const begunGroups = layer.featureReduction;
  let last = new AbortController();
  /** Draws the last requested style, if it was made without the service's statistics. */
  let drawInexact: (() => void) | undefined;
  const describe = (progress: Pick<StyleState, 'status' | 'working' | 'error'>): StyleState => {
    const described = readStyle(layer.renderer);
    const variables = changingVariables(layer.renderer as AnyRenderer);
    const fieldOf = (kind: string) => variables.find(({ type }) => type === kind)?.field ?? undefined;
    return {
      ...progress,
      ...described,
      geometry,
      kinds,
      fields,
      ramps: rampsOf(described.kind, layer, theme),
      ramp,
      breaks: breaksOf(layer.renderer as AnyRenderer),
      histogram: histogram?.of === valuesOf(described) ? histogram?.bars : undefined,
      dotValue: dotValueOf(layer.renderer as AnyRenderer),
      others: described.kind === 'types' ? othersOf(layer.renderer as AnyRenderer) : undefined,
      opacityField: fieldOf('opacity'),
      rotationField: fieldOf('rotation'),
      grouping: grouping?.describe(),
      empty,
      inexact: progress.error !== undefined && drawInexact !== undefined,
      changed: layer.renderer !== begun || layer.featureReduction !== begunGroups,
    };
  };
  const grouping =
    geometry === 'point'
      ? controlGrouping({ layer, view, theme, compute: (make) => compute(make), changed: () => show() })
      : undefined;
  const state = createStore<StyleState>(describe({ status: 'ready', working: false }));
  const show = (progress: Partial<Pick<StyleState, 'working' | 'error'>> = {}) =>
    state.set(describe({ status: 'ready', working: false, ...progress }));
  const draw = (renderer: AnyRenderer) => {
    layer.renderer = renderer;
    show();
    void readBars();
  };
  /** Reads the histogram of the values; without a response none is shown. */
  const readBars = async () => {
    const { field, divisor, kind, breaks } = state.get();
    const of = valuesOf(state.get());
    if (kind !== 'color' || breaks.length === 0 || !field || histogram?.of === of) return;
    const bars = await readHistogram(layer, view, { field, divisor }, breaks).catch(() => undefined);
    if (!bars || valuesOf(state.get()) !== of) return;
    histogram = { of, bars };
    state.set({ ...state.get(), histogram: bars });
  };
  /** Runs a request to the layer's service; the last one wins. */
  const compute = async (make: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    drawInexact = undefined;
    state.set({ ...state.get(), working: true, error: undefined, inexact: false });
    try {
      await make(signal);
    } catch (cause) {
      if (!signal.aborted) show({ error: valuesError(cause, 'style:failed') });
    }
  };

  const request = (wanted: StyleRequest): Promise<void> => {
    const was = state.get();
    const kind = wanted.kind ?? (was.kind === 'other' ? 'single' : was.kind);
    const field = suitable(kind, fields, wanted.field ?? was.field);
    const several = suitableFields(kind, fields, wanted.several ?? was.several);
    if (wanted.kind !== undefined && wanted.kind !== was.kind) ramp = undefined;
    // Colours of the map's author, or changed one by one, stay when the classes are computed again.
    const isOwn = kind === 'color' && was.kind === 'color' && !ramp && !wanted.ramp && was.colors.length > 1;
    const own = isOwn ? was.colors : undefined;
    if (!own) ramp = wanted.ramp ?? ramp ?? rampsOf(kind, layer, theme)[0]?.id;
    const { steps = was.steps, classes = was.classes } = wanted;
    const asked = wanted.divisor === undefined ? was.divisor : (wanted.divisor ?? undefined);
    const divisor = divides(kind) && asked !== field ? asked : undefined;
    const order: RendererOrder = { kind, field, divisor, several, ramp, steps, classes, theme };
    return compute(async (signal) => {
      const { made, failure } = await makeExactly(layer, () => makeRenderer(layer, view, order));
      if (signal.aborted) return;
      const drawMade = () => {
        drawInexact = undefined;
        // Other class limits can need another part of the histogram.
        histogram = undefined;
        const renderer = own ? withColors(made, own) : made;
        const kept = changingVariables(layer.renderer as AnyRenderer);
        draw(withVariables(renderer, ['opacity', 'rotation'], kept));
      };
      if (failure === undefined) return drawMade();
      drawInexact = drawMade;
      throw failure;
    });
  };

  // Undo, redo and restored versions change the style, too.
  const handle = watch(
    () => [layer.renderer, layer.featureReduction],
    () => show({ working: state.get().working }),
  );

  void readBars();
  /** Without features, classes and ranges are only the usual ones. Without a response nothing is said. */
  const count = async () => {
    const query = layer.createQuery();
    empty = (await layer.queryFeatureCount(query).catch(() => undefined)) === 0;
    if (empty) show({ working: state.get().working });
  };
  void count();

  return {
    state,
    request,
    useInexact: () => drawInexact?.(),
    setRow(index, change) {
      if (change.color !== undefined) ramp = undefined;
      draw(withRow(layer.renderer as AnyRenderer, index, change));
    },
    setSymbol(change) {
      draw(withSymbol(layer.renderer as AnyRenderer, change));
    },
    setBreaks(values) {
      draw(withBreaks(layer.renderer as AnyRenderer, values));
    },
    moveRow(from, to) {
      draw(withMovedRow(layer.renderer as AnyRenderer, from, to));
    },
    setDotValue(value) {
      draw(withDotValue(layer.renderer as AnyRenderer, value));
    },
    setOthers(shown) {
      draw(withOthers(layer.renderer as AnyRenderer, shown, 'Other'));
    },
    setVariable: (kind, field) =>
      compute(async (signal) => {
        const { made: variables, failure } = await makeExactly(layer, async () =>
          field === undefined ? [] : [await makeVariable(layer, view, kind, field)],
        );
        if (failure !== undefined) throw failure;
        if (!signal.aborted) draw(withVariables(layer.renderer as AnyRenderer, [kind], variables));
      }),
    groups: grouping?.control,
    reset() {
      last.abort();
      if (layer.featureReduction !== begunGroups) layer.featureReduction = begunGroups ?? null;
      draw(begun);
    },
    close() {
      handle.remove();
      last.abort();
    },
  };
}

/** What values a style shows, to compare it with another. */
function valuesOf({ field = '', divisor = '' }: Pick<StyleState, 'field' | 'divisor'>): string {
  return `${field}/${divisor}`;
}

function kindsFor(geometry: StyleState['geometry'], fields: readonly LayerField[]): StyleKind[] {
  return styleKinds.filter((kind) => {
    if (kind === 'heatmap') return geometry === 'point';
    if (kind === 'dots' && geometry !== 'area') return false;
    const suited = fields.filter((field) => fits(kind, field)).length;
    return kind === 'single' || suited >= (fewestFields(kind) ?? 1);
  });
}

/** Numbers of tables that say where a point is, and are no amounts. */
const coordinate = /^(lat|lon|lng|long|latitude|longitude|x|y)$/i;

/** The fields that a kind of style shows together: the wanted ones if they fit, else the first few. */
function suitableFields(
  kind: StyleKind,
  fields: readonly LayerField[],
  wanted: readonly string[],
): { field: string; label: string }[] {
  if (!showsSeveral(kind)) return [];
  const suited = fields.filter((field) => fits(kind, field));
  const all = suited.filter(({ name }) => wanted.includes(name));
  // Two numbers relate: a third that is chosen replaces the first.
  const chosen = kind === 'relationship' ? all.filter(({ name }) => wanted.slice(-2).includes(name)) : all;
  const fewest = fewestFields(kind) ?? 1;
  const amounts = suited.filter(({ name }) => !coordinate.test(name));
  const likely = [...amounts, ...suited.filter((field) => !amounts.includes(field))];
  const shown = chosen.length >= fewest ? chosen : likely.slice(0, fewest);
  return shown.map(({ name, title }) => ({ field: name, label: title }));
}

/** The field that a kind of style shows: the wanted one if it fits, else the first that does. */
function suitable(
  kind: StyleKind,
  fields: readonly LayerField[],
  wanted: string | undefined,
): string | undefined {
  const suited = fields.filter((field) => fits(kind, field));
  const chosen = suited.find(({ name }) => name === wanted);
  const likely = suited.find((field) =>
    kind === 'types' ? field.choices || field.kind === 'text' : !coordinate.test(field.name),
  );
  return (chosen ?? likely ?? suited[0])?.name;
}
