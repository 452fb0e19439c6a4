import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import FeatureFilter from '@arcgis/core/layers/support/FeatureFilter.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import type { SceneOver } from '../scene/scene-over.ts';

/** What an extension shows on a map. */
export interface Shown {
  graphics: readonly Graphic[];
  /** The keys of its points that can be clicked. */
  keys: ReadonlyMap<Graphic, string>;
  /** SQL conditions by layer id. */
  filters: ReadonlyMap<string, string>;
}

/** What an extension shows on the map, in 3D: copies of its graphics, and the same filters. */
export interface SceneDrawing {
  show(shown: Shown): void;
  close(): void;
}

export function drawInScene(
  { view, add }: SceneOver,
  title: string,
  clicksClaimed: () => boolean,
  onPicked: (key: string) => void,
): SceneDrawing {
  // A point on the ground would be hidden inside a block.
  const points = layerOf(title, 'relative-to-scene');
  const others = layerOf(title, 'on-the-ground');
  const keys = new Map<Graphic, string>();
  const filtered = new Map<string, FeatureLayerView>();
  let latest: Shown = { graphics: [], keys: new Map(), filters: new Map() };
  let closed = false;

  const applyFilter = async (layerId: string, where: string | undefined) => {
    const layer = view.map?.findLayerById(layerId) as FeatureLayer | null | undefined;
    if (!layer) return;
    const layerView = (await view.whenLayerView(layer)) as FeatureLayerView;
    if (closed || latest.filters.get(layerId) !== where) return;
    layerView.filter = where ? new FeatureFilter({ where }) : null;
    if (where) filtered.set(layerId, layerView);
    else filtered.delete(layerId);
  };
  const applyFilters = () => {
    for (const layerId of new Set([...filtered.keys(), ...latest.filters.keys()]))
      // A layer that cannot be drawn in 3D has nothing to filter there.
      void applyFilter(layerId, latest.filters.get(layerId)).catch(() => {});
  };
  const remove = [others, points].map(add);
  // After a change of the map, the scene is made again.
  const follow = watch(() => view.map, applyFilters);
  const clicks = view.on('click', (event) => {
    if (clicksClaimed() || keys.size === 0) return;
    void event.defer(async () => {
      const { results } = await view.hitTest(event, { include: points });
      const [hit] = results.flatMap((result) =>
        result.type === 'graphic' ? (keys.get(result.graphic) ?? []) : [],
      );
      if (hit === undefined || closed) return;
      event.stopPropagation();
      onPicked(hit);
    });
  });
  return {
    show(shown) {
      latest = shown;
      keys.clear();
      points.removeAll();
      others.removeAll();
      for (const graphic of shown.graphics) {
        const copy = graphic.clone();
        const key = shown.keys.get(graphic);
        if (key !== undefined) keys.set(copy, key);
        (copy.geometry?.type === 'point' ? points : others).add(copy);
      }
      applyFilters();
    },
    close() {
      closed = true;
      follow.remove();
      clicks.remove();
      for (const layerView of filtered.values()) if (!layerView.destroyed) layerView.filter = null;
      for (const end of remove) end();
      for (const layer of [points, others]) layer.destroy();
    },
  };
}

function layerOf(title: string, mode: 'relative-to-scene' | 'on-the-ground'): GraphicsLayer {
  return new GraphicsLayer({ title, listMode: 'hide', elevationInfo: { mode } });
}
