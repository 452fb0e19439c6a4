import { removeSecrets } from '../../../../wire/remove-secrets.ts';
import { type LayerJson, membersOf, type WebMapJson } from '../../../map/document/web-map-json.ts';

/** A layer as the receiver of a shared map sees it. */
export interface SharedLayer {
  title: string;
  /** Item of the portal whose sharing decides; undefined when the layer is none. */
  itemId: string | undefined;
  /** Address of its service; undefined for what the map carries itself. */
  url: string | undefined;
  /** Whether its address or settings hold a token or password, which is taken out. */
  secret: boolean;
}

/** The layers of a map that have a source of their own, topmost first; groups by their members. */
export function sharedLayers({ operationalLayers = [] }: WebMapJson): SharedLayer[] {
  return leaves(operationalLayers)
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
    const members = membersOf(layer);
    return members ? leaves(members) : [layer];
  });
}
