import type { LayerFacts, MapFacts } from './map-facts.ts';
import { type LayerJson, membersOf, type WebMapJson } from './web-map-json.ts';

/** The state of a web map document that users can change; everything else counts as content. */
export function factsOfDocument({
  operationalLayers,
  baseMap,
  bookmarks,
  initialState,
}: WebMapJson): MapFacts {
  return {
    layers: layersOf(operationalLayers ?? [], ''),
    basemap: JSON.stringify([
      baseMap?.baseMapLayers?.map(({ id: _id, ...layer }) => layer) ?? [],
      baseMap?.['ignoresTheme'] === true,
    ]),
    bookmarks: JSON.stringify(bookmarks ?? []),
    view: JSON.stringify(initialState?.viewpoint ?? null),
  };
}

function layersOf(layers: readonly LayerJson[], path: string): LayerFacts[] {
  return layers.map((layer, index) => {
    const { id, title, visibility, opacity, showLabels, layerDefinition, ...rest } = layer;
    const members = membersOf(layer);
    const { definitionExpression, ...definition } = layerDefinition ?? {};
    const content = members ? { ...rest, layers: undefined } : rest;
    return {
      // A layer without an id is identified by its position.
      id: id ?? `${path}${index}`,
      title: title ?? '',
      visibility: visibility ?? true,
      opacity: opacity ?? 1,
      filter: definitionExpression ?? '',
      labels: showLabels,
      content: JSON.stringify([content, definition]),
      layers: layersOf(members ?? [], `${path}${index}/`),
    };
  });
}
