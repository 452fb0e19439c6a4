import { removeSecrets } from '../../../../wire/remove-secrets.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from '../../../map/document/web-map-json.ts';

/** A layer of a shared map, from the recipient's view. */
export interface SharedLayer {
  title: string;
  /** The portal item whose sharing applies; undefined if the layer has none. */
  itemId: string | undefined;
  /** URL of its service; undefined for layers stored in the map itself. */
  url: string | undefined;
  /** Whether its URL or settings contain a token or password, which is removed. */
  secret: boolean;
}

/** The layers of a map that have a source of their own, topmost first; groups by their members. */
export function sharedLayers({ operationalLayers }: WebMapJson): SharedLayer[] {
  return leaves(layersIn(operationalLayers))
    .map((layer) => ({
      title: layer.title ?? '',
      itemId: layer.itemId,
      url: layer.url,
      secret: removeSecrets(layer).removed.length > 0,
    }))
    .toReversed();
}

function leaves(layers: readonly LayerJson[]): LayerJson[] {
  return layers.flatMap((layer) => {
    const members = isGroupOfCollections(layer) ? undefined : membersOf(layer);
    return members ? leaves(members) : [layer];
  });
}
