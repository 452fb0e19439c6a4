import type { Database } from '../../../platform/database/connect.ts';
import type { ServiceRights } from '../../feature-server/context.ts';
import { isServiceName, mayReadFeatures } from '../../feature-server/rights.ts';
import type { HostedService } from '../../layer/layer.ts';
import { findService, scopeOf } from '../../storage/service-store.ts';
import { findTiles } from '../../storage/tile-set-store.ts';
import { publishedStyle } from '../published/published-style.ts';
import type { MapStyle } from '../styles/build-style.ts';
import { hostedStyle, readDrawings } from './drawing/hosted-style.ts';
import { creditsOf, tiledService } from './hosted-tiles.ts';

/**
 * The style of a hosted service by the address of its tiles, for clients that read it elsewhere: its own addresses are absolute.
 * @param address of a `VectorTileServer`
 * @param rightsOf the caller's permissions on the service
 * @returns undefined for an address elsewhere, and for a service that does not exist or that the caller may not read
 */
export async function findStyle(
  { database, publicUrl }: { database: Database; publicUrl: string },
  address: string,
  rightsOf: (service: HostedService) => Promise<ServiceRights>,
): Promise<MapStyle | undefined> {
  if (!address.startsWith(`${publicUrl}/`)) return undefined;
  const [path, org, name] = tileServer.exec(address.slice(publicUrl.length)) ?? [];
  if (path === undefined || name === undefined || !isServiceName(name)) return undefined;
  const found = await findService(database, name, scopeOf(org), { measured: false });
  if (!found) return undefined;
  const { service } = found;
  const rights = await rightsOf(service);
  if (!rights.mayRead) return undefined;
  const style = service.isTiles
    ? await styleOfTiles(database, service)
    : await styleOfLayers(
        found,
        found.layers.filter((layer) => mayReadFeatures(layer, rights)),
      );
  return style && withAddresses(style, `${publicUrl}${path}`);
}

const tileServer = /^\/server(?:\/([^/?#]+))?\/rest\/services\/([^/?#]+)\/VectorTileServer(?=\/?$)/;

async function styleOfTiles(database: Database, service: HostedService): Promise<MapStyle | undefined> {
  const tiles = await findTiles(database, service.id);
  return tiles && publishedStyle(service.name, { copyrightText: service.copyright }, tiles.tileSet);
}

async function styleOfLayers(
  ...[found, readable]: Parameters<typeof tiledService>
): Promise<MapStyle | undefined> {
  const tiled = tiledService(found, readable);
  if (tiled.layers.length === 0) return undefined;
  const drawn = await readDrawings(tiled.layers);
  return hostedStyle(tiled.service.name, { copyrightText: creditsOf(tiled) }, drawn);
}

/** A style whose addresses do not depend on its own, which is `resources/styles/root.json` of the service. */
function withAddresses(style: MapStyle, service: string): MapStyle {
  const absolute = (relative: string) =>
    relative.replace(/^\.\.\/\.\.\//, `${service}/`).replace(/^\.\.\//, `${service}/resources/`);
  const sources = Object.entries(style.sources).map(([name, source]) => [
    name,
    { ...source, url: service, tiles: source.tiles.map(absolute) },
  ]);
  return {
    ...style,
    sources: Object.fromEntries(sources) as MapStyle['sources'],
    sprite: absolute(style.sprite),
    glyphs: absolute(style.glyphs),
  };
}
