import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { fieldsOf, type LayerField } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { memberOfPair } from '../sdk/chosen-basemap.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError, valuesError } from '../sdk/sdk-error.ts';
import { createStore } from '../../store.ts';
import {
  centreOf,
  colorThemeOf,
  expressionTitleOf,
  inLegendOf,
  withCentre,
  withExpressionTitle,
  withInLegend,
  withReversedColors,
} from './color-theme.ts';
import { controlGrouping } from './grouping-session.ts';
import { makeExactly } from './exact-values.ts';
import { makeRenderer, rampsOf } from './make-renderer.ts';
import { othersOf, withOther, withOthers } from './other-values.ts';
import { type AnyRenderer, readStyle, withColors, withRow, withSymbol } from './read-style.ts';
import {
  breaksOf,
  changingVariables,
  dotValueOf,
  makeVariable,
  readHistogram,
  withBreaks,
  withDotValue,
  withVariables,
} from './renderer-parts.ts';
import { optionsFor, themeOfClasses } from './renderer-options.ts';
import { withMovedRow, withoutRow } from './type-classes.ts';
import { scaledOf, withFixedSizes, withScaledSizes } from './scaled-sizes.ts';
import {
  fewestFields,
  fits,
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

/** Milliseconds without a key after which an expression is drawn: each time, its values are read. */
const pause = 800;

/** The last request of each layer. It ends after its panel is left, unless another one follows. */
const running = new WeakMap<FeatureLayer, { own: AbortController; replaces: Part | undefined }>();

/** What of a layer a request replaces, and with it what was changed by hand since the request began. */
type Part = 'style' | 'groups';

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
  let soon: { timer: ReturnType<typeof setTimeout>; start: () => void } | undefined;
  let closed = false;
  let isOwnChange = false;
  /** The last request of this panel, until it ends. */
  let active: AbortController | undefined;
  /** Draws the last requested style, if it was made without the service's statistics. */
  let drawInexact: (() => void) | undefined;
  const describe = (error?: StyleState['error']): StyleState => {
    const described = readStyle(layer.renderer);
    const renderer = layer.renderer as AnyRenderer;
    const variables = changingVariables(renderer);
    const colorTheme = colorThemeOf(renderer);
    const fieldOf = (kind: string) => variables.find(({ type }) => type === kind)?.field ?? undefined;
    return {
      status: 'ready',
      working: active !== undefined && !active.signal.aborted,
      error,
      ...described,
      geometry,
      kinds,
      fields,
      expressionTitle: expressionTitleOf(renderer),
      ramps: rampsOf(described.kind, layer, theme, colorTheme ?? themeOfClasses(described.steps)),
      ramp,
      colorTheme,
      centre: centreOf(renderer),
      breaks: breaksOf(renderer),
      histogram: histogram?.of === valuesOf(described) ? histogram?.bars : undefined,
      dotValue: dotValueOf(renderer),
      others: othersOf(renderer),
      scaled: scaledOf(renderer),
      inLegend: inLegendOf(renderer),
      opacityField: fieldOf('opacity'),
      rotationField: fieldOf('rotation'),
      grouping: grouping?.describe(),
      empty,
      inexact: error !== undefined && drawInexact !== undefined,
      changed: layer.renderer !== begun || layer.featureReduction !== begunGroups,
    };
  };
  const grouping =
    geometry === 'point'
      ? controlGrouping({
          layer,
          view,
          theme,
          compute: (make) => compute(make, 'groups'),
          endRequest: () => endRequest('groups'),
          setGroups: (groups) => put(() => (layer.featureReduction = groups)),
          changed: () => show(),
        })
      : undefined;
  const state = createStore<StyleState>(describe());
  const show = (error?: StyleState['error']) => state.set(describe(error));
  /** Changes the layer; changes by others end what is being computed. */
  const put = (change: () => void) => {
    isOwnChange = true;
    change();
    isOwnChange = false;
  };
  const draw = (renderer: AnyRenderer) => {
    if (view.destroyed) return;
    put(() => (layer.renderer = renderer));
    show();
    void readBars();
  };
  /** Reads the histogram of the values; without a response none is shown. */
  const readBars = async () => {
    const { kind, breaks } = state.get();
    const of = valuesOf(state.get());
    if (kind !== 'color' || breaks.length === 0 || histogram?.of === of) return;
    const bars = await readHistogram(layer, view, state.get(), breaks).catch(() => undefined);
    if (!bars || valuesOf(state.get()) !== of) return;
    histogram = { of, bars };
    state.set({ ...state.get(), histogram: bars });
  };
  const stop = () => {
    clearTimeout(soon?.timer);
    soon = undefined;
    running.get(layer)?.own.abort();
  };
  /** Ends the last request if it would replace what is changed now. */
  const endRequest = (changed: Part) => {
    const last = running.get(layer);
    if (last?.replaces === changed) last.own.abort();
  };
  /** Runs a request to the layer's service; the last one wins, unless the style is changed elsewhere, as by undo. */
  const compute = async (make: (signal: AbortSignal) => Promise<void>, replaces?: Part): Promise<void> => {
    stop();
    const own = new AbortController();
    running.set(layer, { own, replaces });
    active = own;
    const { signal } = own;
    drawInexact = undefined;
    state.set({ ...state.get(), working: true, error: undefined, inexact: false });
    const elsewhere = watch(
      () => [layer.renderer, layer.featureReduction],
      (now, was) => {
        if (isOwnChange || signal.aborted || now.every((part, index) => part === was?.[index])) return;
        own.abort();
        show();
      },
      { sync: true },
    );
    let error: StyleState['error'];
    try {
      await make(signal);
    } catch (cause) {
      error = valuesError(cause, 'style:failed');
    } finally {
      elsewhere.remove();
    }
    if (signal.aborted || view.destroyed) return;
    active = undefined;
    show(error);
  };

  const request = (requested: StyleRequest): Promise<void> => {
    const current = state.get();
    const next = optionsFor(current, requested, fields);
    const { kind } = next;
    if (requested.kind !== undefined && requested.kind !== current.kind) ramp = undefined;
    // Colours of the map's author, or changed one by one, stay when the classes are computed again, except to and from
    // standard deviations, whose colours have two sides.
    const hasSides = ({ steps }: Pick<StyleState, 'steps'>) => steps === 'standard-deviation';
    const isSame = requested.colorTheme === undefined && hasSides(next) === hasSides(current);
    const isColor = kind === 'color' && current.kind === 'color';
    const own =
      isColor && isSame && !ramp && !requested.ramp && current.colors.length > 1 ? current.colors : undefined;
    if (!own) {
      const ramps = rampsOf(kind, layer, theme, next.colorTheme);
      ramp = (ramps.find(({ id }) => id === (requested.ramp ?? ramp)) ?? ramps[0])?.id;
    }
    const options = { ...next, ramp, theme } as const;
    return compute(async (signal) => {
      const { made, failure } = await makeExactly(layer, () => makeRenderer(layer, view, options));
      const sized = current.scaled && scaledOf(made) === false ? await scaled(made).catch(() => made) : made;
      if (signal.aborted) return;
      const drawMade = () => {
        drawInexact = undefined;
        // Other class limits can need another part of the histogram.
        histogram = undefined;
        const renderer = own ? withColors(sized, own) : sized;
        const kept = changingVariables(layer.renderer as AnyRenderer);
        draw(withVariables(renderer, ['opacity', 'rotation'], kept));
      };
      if (failure === undefined) return drawMade();
      drawInexact = drawMade;
      throw failure;
    }, 'style');
  };

  const scaled = (renderer: AnyRenderer) => withScaledSizes(layer, view, renderer, geometry);
  /** Draws the present style with a change. */
  const change = (changed: (renderer: AnyRenderer) => AnyRenderer) => {
    endRequest('style');
    draw(changed(layer.renderer as AnyRenderer));
  };

  // Undo, redo and restored versions change the style, too.
  const handle = watch(
    () => [layer.renderer, layer.featureReduction],
    () => show(),
  );

  void readBars();
  /** Without features, classes and ranges are only defaults. Without a response, features are assumed. */
  const count = async () => {
    const query = layer.createQuery();
    empty = (await layer.queryFeatureCount(query).catch(() => undefined)) === 0;
    if (empty) show();
  };
  void count();

  return {
    state,
    request,
    requestSoon(wanted) {
      const start = () => void request(wanted);
      clearTimeout(soon?.timer);
      soon = { timer: setTimeout(start, closed ? 0 : pause), start };
    },
    useInexact: () => drawInexact?.(),
    setRow(index, row) {
      if (row.color !== undefined) ramp = undefined;
      change((renderer) => withRow(renderer, index, row));
    },
    setSymbol: (symbol) => change((renderer) => withSymbol(renderer, symbol)),
    setBreaks: (values) => change((renderer) => withBreaks(renderer, values)),
    moveRow: (from, to) => change((renderer) => withMovedRow(renderer, from, to)),
    removeRow: (index) => change((renderer) => withoutRow(renderer, index)),
    setDotValue: (value) => change((renderer) => withDotValue(renderer, value)),
    setOthers: (shown, label) => change((renderer) => withOthers(renderer, shown, label)),
    setOther: (row) => change((renderer) => withOther(renderer, row)),
    reverseColors() {
      ramp = undefined;
      change(withReversedColors);
    },
    setCentre: (value) => change((renderer) => withCentre(renderer, value)),
    setExpressionTitle: (title) => change((renderer) => withExpressionTitle(renderer, title)),
    setScaled: (on) =>
      compute(async (signal) => {
        const renderer = layer.renderer as AnyRenderer;
        const made = on ? await scaled(renderer) : withFixedSizes(renderer, view.scale);
        if (!signal.aborted) draw(made);
      }, 'style'),
    setInLegend: (on) => change((renderer) => withInLegend(renderer, on)),
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
      stop();
      if (layer.featureReduction !== begunGroups) put(() => (layer.featureReduction = begunGroups ?? null));
      draw(begun);
    },
    close() {
      closed = true;
      handle.remove();
      soon?.start();
    },
  };
}

/** What values a style shows, to compare it with another. */
function valuesOf({ field = '', expression = '', divisor = '' }: Partial<StyleState>): string {
  return [field, expression, divisor].join('/');
}

function kindsFor(geometry: StyleState['geometry'], fields: readonly LayerField[]): StyleKind[] {
  return styleKinds.filter((kind) => {
    if (kind === 'heatmap') return geometry === 'point';
    if (kind === 'dots' && geometry !== 'area') return false;
    const suited = fields.filter((field) => fits(kind, field)).length;
    return kind === 'single' || suited >= (fewestFields(kind) ?? 1);
  });
}
