import type { DocumentLayer } from './layers-of.ts';

/** Where the parties are. None ends in a slash. */
export interface Addresses {
  /** The portal of the map. */
  portal: string;
  /** Origin people see: where `/portal` and `/server` of this installation are. */
  publicUrl: string;
  /** Where this server listens, asked instead of `publicUrl`: a proxy may stand in between. */
  ownUrl: string;
}

/** The address to ask for a layer. Our own services are asked where we listen. */
export function layerAddresses({ portal, publicUrl, ownUrl }: Addresses) {
  const here = (address: URL) =>
    address.origin === new URL(publicUrl).origin
      ? new URL(address.pathname + address.search, ownUrl).href
      : address.href;
  return ({ url, itemId }: DocumentLayer): string | undefined => {
    const address = url || (itemId && `${portal}/sharing/rest/content/items/${itemId}/data`);
    if (!address || !URL.canParse(address, portal)) return undefined;
    const absolute = new URL(address, portal);
    // Of data kept in the portal the item is asked: whether it may be seen is said there, without its bytes.
    const item = /^(.*\/sharing\/rest\/content\/items\/[^/]+)\/data$/.exec(absolute.pathname)?.[1];
    const inPortal = absolute.href.startsWith(`${portal}/`);
    return here(item && inPortal ? new URL(`${item}?f=json`, absolute) : absolute);
  };
}
