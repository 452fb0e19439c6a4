import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { fieldsOf, type LayerField } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { memberOfPair } from '../sdk/chosen-basemap.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore } from '../store.ts';
import { makeRenderer, rampsOf } from './make-renderer.ts';
import { type AnyRenderer, readStyle, withRow, withSymbol } from './read-style.ts';
import type { StyleKind, StyleRequest, StyleSession, StyleState } from './style.ts';

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
  const ids = layer.fields.filter(({ type }) => ['oid', 'global-id', 'guid'].includes(type));
  const fields = fieldsOf(layer).filter(({ name }) => !ids.some((id) => id.name === name));
  const kinds = kindsFor(geometry, fields);
  let ramp: string | undefined;
  let last = new AbortController();
  const state = createStore<StyleState>(describe({ status: 'ready', working: false }));

  function describe(progress: Pick<StyleState, 'status' | 'working' | 'error'>): StyleState {
    const described = readStyle(layer?.renderer);
    const ramps = layer ? rampsOf(described.kind, layer, theme) : [];
    return {
      ...progress,
      ...described,
      geometry: geometry ?? 'point',
      kinds,
      fields,
      ramps,
      ramp,
      changed: layer?.renderer !== begun,
    };
  }
  const show = (progress: Partial<Pick<StyleState, 'working' | 'error'>> = {}) =>
    state.set(describe({ status: 'ready', working: false, ...progress }));
  const draw = (renderer: AnyRenderer) => {
    layer.renderer = renderer;
    show();
  };

  async function request(wanted: StyleRequest): Promise<void> {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    const was = state.get();
    const kind = wanted.kind ?? (was.kind === 'other' ? 'single' : was.kind);
    const field = suitable(kind, fields, wanted.field ?? was.field);
    if (wanted.kind !== undefined && wanted.kind !== was.kind) ramp = undefined;
    ramp = wanted.ramp ?? ramp ?? rampsOf(kind, layer as FeatureLayer, theme)[0]?.id;
    const { steps = was.steps, classes = was.classes } = wanted;
    state.set({ ...was, working: true, error: undefined });
    try {
      const renderer = await makeRenderer(layer as FeatureLayer, view, {
        kind,
        field,
        ramp,
        steps,
        classes,
        theme,
      });
      if (!signal.aborted) draw(renderer);
    } catch (cause) {
      if (!signal.aborted) show({ error: sdkError(cause, 'style:failed') });
    }
  }

  // Undo, redo and restored versions change the style, too.
  const handle = watch(
    () => layer.renderer,
    () => show({ working: state.get().working }),
  );

  return {
    state,
    request,
    setRow(index, change) {
      if (change.color !== undefined) ramp = undefined;
      draw(withRow(layer.renderer as AnyRenderer, index, change));
    },
    setSymbol(change) {
      draw(withSymbol(layer.renderer as AnyRenderer, change));
    },
    reset() {
      last.abort();
      draw(begun);
    },
    close() {
      handle.remove();
      last.abort();
    },
  };
}

function kindsFor(geometry: StyleState['geometry'], fields: readonly LayerField[]): StyleKind[] {
  const numbers = fields.some(({ kind, choices }) => kind === 'number' && !choices);
  return [
    'single',
    ...(fields.length > 0 ? (['types'] as const) : []),
    ...(numbers ? (['color', 'size'] as const) : []),
    ...(geometry === 'point' ? (['heatmap'] as const) : []),
  ];
}

/** The field that a kind of style shows: the wanted one if it fits, else the first that does. */
function suitable(
  kind: StyleKind,
  fields: readonly LayerField[],
  wanted: string | undefined,
): string | undefined {
  if (kind === 'single' || kind === 'heatmap') return undefined;
  const fits = (field: LayerField) => (kind === 'types' ? true : field.kind === 'number' && !field.choices);
  const chosen = fields.find((field) => field.name === wanted && fits(field));
  const likely = fields.find(
    (field) => fits(field) && (kind !== 'types' || field.choices || field.kind === 'text'),
  );
  return (chosen ?? likely ?? fields.find(fits))?.name;
}
