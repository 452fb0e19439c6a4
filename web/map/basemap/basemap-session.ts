import Basemap from '@arcgis/core/Basemap.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type TileLayer from '@arcgis/core/layers/TileLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { makeLayer } from '../add/add-service.ts';
import type { MapInternals } from '../map-model.ts';
import { alwaysShow, ignoresTheme, memberOfPair } from '../sdk/chosen-basemap.ts';
import { vectorBasemap } from '../sdk/create-map.ts';
import { createStore } from '../../store.ts';
import type { BasemapSession, BasemapState } from './basemap.ts';

/** Layers that a web map's basemap can contain, and that are drawn as one picture. */
const kinds: ReadonlySet<string> = new Set([
  'tile',
  'vector-tile',
  'web-tile',
  'open-street-map',
  'map-image',
  'imagery',
  'imagery-tile',
  'wms',
  'wmts',
]);

/** Opens the basemap (`openBasemap`). */
export function openBasemap({ view, source }: MapInternals): BasemapSession {
  const { map } = view;
  const pair = source.basemap;
  const hasPair = Boolean(pair.light && pair.dark);
  const describe = (): BasemapState => {
    const basemap = map?.basemap;
    const member = memberOfPair(basemap, pair);
    const isEmpty = !basemap || basemap.baseLayers.length + basemap.referenceLayers.length === 0;
    return {
      kind: isEmpty ? 'none' : member ? (ignoresTheme(basemap, pair) ? member : 'theme') : 'other',
      title: basemap?.title ?? '',
      hasPair,
      layers: (map?.layers.toArray() ?? [])
        .filter(({ type, listMode }) => kinds.has(type) && listMode !== 'hide')
        .map(({ id, title }) => ({ id, title: title ?? '' }))
        .toReversed(),
    };
  };
  const state = createStore(describe());
  // Undo and the gallery change the basemap, too.
  const handle = watch(
    () => JSON.stringify(describe()),
    () => state.set(describe()),
    { sync: true },
  );
  const show = (basemap: Basemap) => {
    if (map) map.basemap = basemap;
  };
  const showLayer = (layer: Layer) => show(new Basemap({ title: layer.title ?? '', baseLayers: [layer] }));
  return {
    state,
    choose(kind) {
      if (kind === 'none') show(new Basemap({ title: '', baseLayers: [] }));
      else if (hasPair) {
        const scheme = kind === 'theme' ? shownScheme(view) : kind;
        const basemap = vectorBasemap(pair[scheme]);
        if (kind !== 'theme') alwaysShow(basemap);
        show(basemap);
      }
    },
    takeLayer(id) {
      const layer = map?.layers.find((one) => one.id === id);
      if (!map || !layer || !kinds.has(layer.type)) return;
      map.layers.remove(layer);
      layer.visible = true;
      showLayer(layer);
    },
    async takeAddress(address, signal) {
      const before = map?.basemap;
      const { kind } = describe();
      const layer = await makeLayer(address);
      // A change of the theme is no choice.
      const isLeft = map?.basemap === before || (kind === 'theme' && describe().kind === 'theme');
      if (signal.aborted || !isLeft) {
        layer.destroy();
        return signal.throwIfAborted();
      }
      if (!kinds.has(layer.type)) {
        layer.destroy();
        throw new MappingError('basemap:unsuitable', 'A basemap consists of tiles or pictures.', {
          status: 400,
        });
      }
      const own = (layer as TileLayer).spatialReference;
      const fixed = layer.type === 'tile' || layer.type === 'vector-tile' || layer.type === 'web-tile';
      if (fixed && own && view.spatialReference && !own.equals(view.spatialReference)) {
        layer.destroy();
        throw new MappingError('layer:coordinate-system', 'The tiles have another coordinate system.', {
          status: 400,
        });
      }
      showLayer(layer);
    },
    close: () => handle.remove(),
  };
}

function shownScheme({ container }: MapInternals['view']): 'light' | 'dark' {
  return container?.classList.contains('calcite-mode-dark') ? 'dark' : 'light';
}
