import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import { memberAt } from '../../../wire/json.ts';
import { findOthers, labelJson, labelOf } from '../document/sdk/label-members.ts';
import { layerIn } from '../document/sdk/read-document.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore } from '../../store.ts';
import type {
  AppearanceSession,
  AppearanceValue,
  LabelsValue,
  SettingSession,
  SettingState,
} from './configure.ts';
import { readEffects, writeEffects } from './effects.ts';

const geometries: Readonly<Record<string, SettingSession<unknown>['geometry']>> = {
  point: 'point',
  multipoint: 'point',
  polyline: 'line',
  polygon: 'area',
};

/** The layer with an id, loaded. */
export async function loadedLayer(view: MapView, layerId: string): Promise<FeatureLayer> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  try {
    await layer?.load();
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
  if (!layer) throw new MappingError('layer:not-configurable', 'This part of the layer cannot be changed.');
  return layer;
}

/**
 * Opens a part of a loaded layer.
 *
 * @param properties what the part consists of; undo and other programs may change it, too
 * @param read the part as a plain value
 * @param write changes the layer; only called for values that differ
 */
export function openSetting<Value>(
  layer: FeatureLayer,
  properties: readonly (keyof FeatureLayer)[],
  { read, write }: { read: () => Value; write: (value: Value) => void },
): SettingSession<Value> {
  const begun = read();
  const before = properties.map((name) => layer[name]);
  const describe = (): SettingState<Value> => ({
    value: read(),
    changed: properties.some((name, index) => layer[name] !== before[index]),
  });
  const state = createStore(describe());
  const handle = watch(
    () => properties.map((name) => layer[name]),
    () => state.set(describe()),
    { sync: true },
  );
  return {
    state,
    fields: fieldsOf(layer),
    geometry: geometries[layer.geometryType ?? ''],
    set(value) {
      write(value);
      state.set(describe());
    },
    reset() {
      // The original objects, so that undo detects no difference from the initial state.
      for (const [index, name] of properties.entries())
        if (layer[name] !== before[index]) Object.assign(layer, { [name]: before[index] ?? null });
      state.set({ value: begun, changed: false });
    },
    close: () => handle.remove(),
  };
}

export async function openLabels(
  { view, source }: MapInternals,
  layerId: string,
): Promise<SettingSession<LabelsValue>> {
  const layer = await loadedLayer(view, layerId);
  const opened = layerIn(source.webMap?.data, layerId);
  const definitions = [opened?.layerDefinition, opened?.featureCollection?.layers?.[0]?.layerDefinition];
  findOthers(
    layer.labelingInfo,
    [...definitions, layer.sourceJSON as unknown].map((json) =>
      memberAt(json, ['drawingInfo', 'labelingInfo']),
    ),
  );
  return openSetting<LabelsValue>(layer, ['labelingInfo', 'labelsVisible'], {
    read: () => {
      const classes = layer.labelingInfo?.map(labelJson) ?? [];
      return { on: layer.labelsVisible && classes.length > 0, classes };
    },
    write({ on, classes }) {
      if (JSON.stringify(classes) !== JSON.stringify(layer.labelingInfo?.map(labelJson) ?? []))
        layer.labelingInfo = classes.map(labelOf);
      if (layer.labelsVisible !== on) layer.labelsVisible = on;
    },
  });
}

export async function openAppearance({ view }: MapInternals, layerId: string): Promise<AppearanceSession> {
  const layer = await loadedLayer(view, layerId);
  const read = (): AppearanceValue => ({
    minScale: layer.minScale ?? 0,
    maxScale: layer.maxScale ?? 0,
    refresh: 'refreshInterval' in layer ? layer.refreshInterval : undefined,
    effects: readEffects(layer.effect),
    blend: layer.blendMode ?? 'normal',
  });
  const session = openSetting<AppearanceValue>(
    layer,
    ['minScale', 'maxScale', 'refreshInterval', 'effect', 'blendMode'],
    {
      read,
      write(value) {
        const was = read();
        for (const name of ['minScale', 'maxScale'] as const)
          if (value[name] !== was[name]) layer[name] = value[name];
        if (value.refresh !== undefined && value.refresh !== was.refresh)
          layer.refreshInterval = value.refresh;
        if (JSON.stringify(value.effects) !== JSON.stringify(was.effects))
          layer.effect = writeEffects(value.effects);
        if (value.blend !== was.blend) layer.blendMode = value.blend as FeatureLayer['blendMode'];
      },
    },
  );
  return {
    ...session,
    scale: () => view.scale,
    showScale: (scale) => void view.goTo({ scale }).catch(() => {}),
  };
}
