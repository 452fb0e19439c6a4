import type Layer from '@arcgis/core/layers/Layer.js';
import type MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import type Sublayer from '@arcgis/core/layers/support/Sublayer.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { firstListed, type LayerInView, listKey, type Listed, mostListed } from './in-view.ts';
import { inLayer, inSublayer } from './layer-features.ts';
import { prepareDistances } from './nearest.ts';
import { hasGraphics, notesInView } from './notes-in-view.ts';

/** Timeout of a layer in milliseconds. */
const timeout = 8000;

/** Sublayers of one map service that are listed at most, topmost first: each is a request or more. */
const mostSublayers = 20;

type Source = Listed & {
  title: string;
  find(limit: number, signal: AbortSignal): Promise<Pick<LayerInView, 'total' | 'features'>>;
};

export async function featuresInView(
  internals: MapInternals,
  signal: AbortSignal,
  limits: Readonly<Record<string, number>> = {},
): Promise<LayerInView[]> {
  await prepareDistances(internals.view);
  const sources = sourcesOf(internals);
  const found = await Promise.all(
    sources.map(async ({ find, ...source }): Promise<LayerInView | undefined> => {
      const own = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      const limit = Math.min(limits[listKey(source)] ?? firstListed, mostListed);
      try {
        const listed = await find(limit, own);
        return { ...source, failed: false, ...listed, hasNoMore: listed.features.length < limit };
      } catch (cause) {
        if (cause === noQueries) return undefined;
        return { ...source, failed: true, total: 0, features: [] };
      }
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** Thrown for a sublayer that can only be drawn. */
const noQueries = new Error('The sublayer cannot be queried.');

function sourcesOf({ view }: MapInternals): Source[] {
  return view.allLayerViews
    .toArray()
    .filter(({ layer, suspended }) => layer.visible && !suspended && layer.listMode !== 'hide')
    .toReversed()
    .flatMap((layerView): Source[] => {
      const { layer } = layerView;
      const source = { layerId: String(layer.id), title: layer.title ?? '' };
      if (hasFeatures(layer)) {
        const features = layerView as FeatureLayerView;
        return [{ ...source, find: (limit, signal) => inLayer(features, { view, limit, signal }) }];
      }
      // Basemaps and graphics of tools are no layers of the map.
      if (!findLayer(view, layer.id)) return [];
      if (hasGraphics(layer)) return [{ ...source, find: async (limit) => notesInView(view, layer, limit) }];
      return shownSublayers(layer, view.scale).map((sublayer) => ({
        ...source,
        title: source.title === sublayer.title ? source.title : `${source.title}: ${sublayer.title ?? ''}`,
        sublayerId: sublayer.id,
        find: async (limit, signal) => {
          await unlessAborted(sublayer.load(), signal);
          if (!sublayer.capabilities?.operations?.supportsQuery) throw noQueries;
          return inSublayer(sublayer, { view, limit, signal });
        },
      }));
    });
}

/** Sublayers are loaded once for all who wait, so that loading itself cannot be cancelled. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, aborted]);
}

/** The sublayers of a map service that its picture shows, topmost first, without groups. */
function shownSublayers(layer: Layer, scale: number): Sublayer[] {
  if (layer.type !== 'map-image') return [];
  const isInScale = ({ minScale, maxScale }: Sublayer) =>
    (!minScale || scale <= minScale) && (!maxScale || scale >= maxScale);
  const leaves = (one: Sublayer): Sublayer[] => {
    if (!one.visible || !isInScale(one)) return [];
    return one.sublayers ? one.sublayers.toArray().flatMap(leaves) : [one];
  };
  const all = (layer as MapImageLayer).sublayers?.toArray().flatMap(leaves) ?? [];
  return all.toReversed().slice(0, mostSublayers);
}
