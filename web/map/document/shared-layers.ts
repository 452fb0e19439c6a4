import { removeSecrets } from '../../../wire/remove-secrets.ts';
import { layerIds } from './layer-ids.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from './web-map-json.ts';

/** A layer of a shared map, from the recipient's view. */
export interface SharedLayer {
  /** Its id in the map. */
  id: string | undefined;
  title: string;
  /** The portal item whose sharing applies; undefined if the layer has none. */
  itemId: string | undefined;
  /** URL of its service, or of its style; undefined for layers stored in the map itself. */
  url: string | undefined;
  /** Whether its URL or settings contain a token or password, which is removed. */
  secret: boolean;
}

/** The layers of a map that have a source of their own, topmost first; groups by their members. */
export function sharedLayers({ operationalLayers }: WebMapJson): SharedLayer[] {
  const layers = layersIn(operationalLayers);
  const ids = layerIds({ operationalLayers: layers });
  return leaves(layers)
    .map((layer) => ({
      id: ids.get(layer),
      title: layer.title ?? '',
      itemId: layer.itemId,
      url: layer.url ?? layer.styleUrl,
      secret: removeSecrets(layer).removed.length > 0,
    }))
    .toReversed();
}

/** The layers of a map's basemap, which has no groups. */
export function basemapLayers({ baseMap }: WebMapJson): SharedLayer[] {
  return sharedLayers({ operationalLayers: layersIn(baseMap?.baseMapLayers) });
}

function leaves(layers: readonly LayerJson[]): LayerJson[] {
  return layers.flatMap((layer) => {
    const members = isGroupOfCollections(layer) ? undefined : membersOf(layer);
    return members ? leaves(members) : [layer];
  });
}
