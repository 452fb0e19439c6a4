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
import {
  fits,
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
  let last = new AbortController();
  const describe = (progress: Pick<StyleState, 'status' | 'working' | 'error'>): StyleState => {
    const described = readStyle(layer.renderer);
    return {
      ...progress,
      ...described,
      geometry,
      kinds,
      fields,
      ramps: rampsOf(described.kind, layer, theme),
      ramp,
      changed: layer.renderer !== begun,
    };
  };
  const state = createStore<StyleState>(describe({ status: 'ready', working: false }));
  const show = (progress: Partial<Pick<StyleState, 'working' | 'error'>> = {}) =>
    state.set(describe({ status: 'ready', working: false, ...progress }));
  const draw = (renderer: AnyRenderer) => {
    layer.renderer = renderer;
    show();
  };

  const request = async (wanted: StyleRequest): Promise<void> => {
    last.abort();
    last = new AbortController();
    const { signal } = last;
    const was = state.get();
    const kind = wanted.kind ?? (was.kind === 'other' ? 'single' : was.kind);
    const field = suitable(kind, fields, wanted.field ?? was.field);
    if (wanted.kind !== undefined && wanted.kind !== was.kind) ramp = undefined;
    ramp = wanted.ramp ?? ramp ?? rampsOf(kind, layer, theme)[0]?.id;
    const { steps = was.steps, classes = was.classes } = wanted;
    state.set({ ...was, working: true, error: undefined });
    try {
      const renderer = await makeRenderer(layer, view, {
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
  };

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
  return styleKinds.filter((kind) => {
    if (kind === 'heatmap') return geometry === 'point';
    return kind === 'single' || fields.some((field) => fits(kind, field));
  });
}

/** The field that a kind of style shows: the wanted one if it fits, else the first that does. */
function suitable(
  kind: StyleKind,
  fields: readonly LayerField[],
  wanted: string | undefined,
): string | undefined {
  const suited = fields.filter((field) => fits(kind, field));
  const chosen = suited.find(({ name }) => name === wanted);
  const likely = suited.find((field) => kind !== 'types' || field.choices || field.kind === 'text');
  return (chosen ?? likely ?? suited[0])?.name;
}
