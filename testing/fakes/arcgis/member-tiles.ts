import { tiledService } from './city-services.ts';
import { type Answer, type Exchange, invalidToken, refusedToken, tokenRequired } from './exchange.ts';
import { pixel } from './pixel.ts';
import { vectorTiles } from './services.ts';

/** Path of the tile services that only members may read, on every host of services. */
const service = /\/rest\/services\/(?:Hosted\/)?Members\w*\/(MapServer|VectorTileServer)(?:\/(.*))?$/;

/**
 * Tile layers for members: pictures and vectors. Undefined: another service is requested.
 * https://developers.arcgis.com/rest/services-reference/enterprise/map-tile/
 */
export function memberTiles(exchange: Exchange): Answer | undefined {
  const { host, path, token, tokenServer, dialect, person } = exchange;
  const [, kind, rest = ''] = service.exec(path) ?? [];
  if (!kind) return undefined;
  if (token !== '' && tokenServer !== host && !dialect.takesPortalToken(host)) return invalidToken();
  if (!person) return tokenRequired();
  const isPicture = kind === 'MapServer';
  if (rest.startsWith('tile/')) {
    const refused = refusedToken(exchange, isPicture ? 'pictureTile' : 'vectorTile');
    if (refused) return refused;
  }
  if (!isPicture) return vectorTiles(path);
  return rest.startsWith('tile/') ? { bytes: pixel, type: 'image/png' } : { json: tiledService('Members') };
}
