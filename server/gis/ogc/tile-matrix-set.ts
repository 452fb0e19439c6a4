import { mercatorLimit as half } from '../../../wire/geometry/web-mercator.ts';
import type { Envelope } from '../geometry/geometry.ts';
import { deepestZoom, type TileAddress } from '../vector-tiles/tiles/read-tile.ts';

/** The tile matrix set in which tiles are cut: that of web maps, as the OGC registers it. */
export const matrixSetId = 'WebMercatorQuad';
export const matrixSetUri = `http://www.opengis.net/def/tilematrixset/OGC/1.0/${matrixSetId}`;
export const mercator = 'http://www.opengis.net/def/crs/EPSG/0/3857';

const tilePixels = 256;
/** Metres of a pixel by which the OGC defines scales. */
const pixelSize = 0.00028;
/** The last matrix of the registered set; tiles end before it. */
const lastMatrix = 24;

/** `WebMercatorQuad` as JSON of the standard “Two Dimensional Tile Matrix Set” 2.0 (OGC 17-083r4). */
export const webMercatorQuad = {
  id: matrixSetId,
  title: 'Google Maps Compatible for the World',
  uri: matrixSetUri,
  crs: mercator,
  orderedAxes: ['X', 'Y'],
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  tileMatrices: Array.from({ length: lastMatrix + 1 }, (_, zoom) => {
    const cellSize = (2 * half) / tilePixels / 2 ** zoom;
    return {
      id: String(zoom),
      scaleDenominator: cellSize / pixelSize,
      cellSize,
      cornerOfOrigin: 'topLeft',
      pointOfOrigin: [-half, half],
      tileWidth: tilePixels,
      tileHeight: tilePixels,
      matrixWidth: 2 ** zoom,
      matrixHeight: 2 ** zoom,
    };
  }),
};

/** The tiles of one matrix that meet an extent. */
export interface MatrixLimits {
  tileMatrix: string;
  minTileRow: number;
  maxTileRow: number;
  minTileCol: number;
  maxTileCol: number;
}

function limitsAt(zoom: number, extent: Envelope | null): MatrixLimits {
  const size = 2 ** zoom;
  const position = (metres: number) =>
    Math.min(size - 1, Math.max(0, Math.floor(((metres + half) / (2 * half)) * size)));
  const { xmin, ymin, xmax, ymax } = extent ?? { xmin: -half, ymin: -half, xmax: half, ymax: half };
  return {
    tileMatrix: String(zoom),
    // Rows are counted from the north.
    minTileRow: position(-ymax),
    maxTileRow: position(-ymin),
    minTileCol: position(xmin),
    maxTileCol: position(xmax),
  };
}

/** The limits of each matrix that has tiles. @param extent Web Mercator metres; null: the world */
export function matrixLimits(extent: Envelope | null): MatrixLimits[] {
  return Array.from({ length: deepestZoom + 1 }, (_, zoom) => limitsAt(zoom, extent));
}

/** Whether a tile is within the limits. */
export function isWithin({ z, x, y }: TileAddress, extent: Envelope | null): boolean {
  const { minTileRow, maxTileRow, minTileCol, maxTileCol } = limitsAt(z, extent);
  return x >= minTileCol && x <= maxTileCol && y >= minTileRow && y <= maxTileRow;
}
