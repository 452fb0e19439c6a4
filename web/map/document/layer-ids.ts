import { type LayerJson, layersIn, membersOf, type WebMapJson } from './web-map-json.ts';

/** Ids of layers that were named before. They remain when such a layer moves to another position. */
const named = new WeakMap<LayerJson, string>();

/**
 * A unique id for each layer of a document: its own, or one derived from its position if it has none or
 * another layer has the same. Maps need one per layer, and documents of older programs do not.
 */
export function layerIds({ operationalLayers }: WebMapJson): ReadonlyMap<LayerJson, string> {
  const ids = new Map<LayerJson, string>();
  const taken = new Set<string>();
  const take = (layer: LayerJson, id: string) => {
    ids.set(layer, id);
    taken.add(id);
  };
  const places: [layer: LayerJson, place: string][] = [];
  const visit = (layers: unknown, place: string) => {
    for (const [index, layer] of layersIn(layers).entries()) {
      const own = named.get(layer) ?? layer.id;
      if (typeof own === 'string' && own !== '' && !taken.has(own)) take(layer, own);
      else places.push([layer, `${place}${index}`]);
      const collected = collectionsOf(layer);
      if (!collected) visit(membersOf(layer), `${place}${index}-`);
    }
  };
  visit(operationalLayers, 'layer-');
  for (const [layer, place] of places) take(layer, unused(place, taken));
  for (const [layer, id] of ids) {
    // As the SDK names them.
    for (const [index, part] of (collectionsOf(layer) ?? []).entries())
      ids.set(part, named.get(part) ?? `${id}-sublayer-${index}`);
  }
  return ids;
}

/** The layers of a feature collection that has several: one group in the map. */
function collectionsOf(layer: LayerJson): LayerJson[] | undefined {
  return layer.layerType === 'GroupLayer' ? undefined : membersOf(layer);
}

/** Records the id of a layer whose JSON was created again. */
export function nameLayer(layer: LayerJson, id: string): void {
  named.set(layer, id);
}

function unused(id: string, taken: ReadonlySet<string>): string {
  return taken.has(id) ? unused(`${id}-`, taken) : id;
}
