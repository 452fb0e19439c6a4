import { geoJSONToTile, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Geometry } from '../../geometry/geometry.ts';
import { type GeoJsonGeometry, writeGeoJson } from '../../geometry/geojson.ts';
import { projectGeometry, projectorBetween } from '../../geometry/project.ts';
import type { TileAddress } from '../tiles/tile-address.ts';
import { frameOf, tileBuffer, tileExtent, type TileFrame } from './tile-frame.ts';

export interface CutFeature {
  id: number;
  properties: Record<string, string | number>;
  geometry: Geometry;
}

/** Features of one layer of a tile, in the layer's spatial reference. */
export interface CutLayer {
  name: string;
  wkid: number;
  features: readonly CutFeature[];
}

/** Vertices that stray less than this from a line go: 0.4 of a pixel. */
const tolerance = 3;

/** Projects, clips and simplifies features and packs them into a vector tile (MVT 2); no bytes when nothing is left. */
export function cutTile(address: TileAddress, layers: readonly CutLayer[]): Uint8Array {
  const frame = frameOf(address);
  const cut: Record<string, GeoJSONVTTile> = {};
  for (const { name, wkid, features } of layers) {
    const projector = projectorBetween(wkid, 3857);
    const placed = features.flatMap(({ id, properties, geometry }) => {
      const projected = projectGeometry(geometry, projector);
      return projected
        ? [{ type: 'Feature' as const, id, properties, geometry: place(projected, frame) }]
        : [];
    });
    // The tile is a world of its own: its unit square, and what lies beyond is clipped at the buffer.
    const tile = geoJSONToTile({ type: 'FeatureCollection', features: placed }, 0, 0, 0, {
      coordinates: 'unitSquare',
      wrap: false,
      clip: true,
      maxZoom: 1,
      tolerance,
      extent: tileExtent,
      buffer: tileBuffer,
    });
    if (tile.features.length > 0) cut[name] = tile;
  }
  return Object.keys(cut).length === 0
    ? new Uint8Array()
    : fromGeojsonVt(cut, { version: 2, extent: tileExtent });
}

/** GeoJSON in the tile's own square: x to the right, y downwards, 0 to 1. */
function place(geometry: Geometry, frame: TileFrame): GeoJSON.Geometry {
  const written: GeoJsonGeometry = writeGeoJson(geometry);
  return { ...written, coordinates: placeAll(written.coordinates, frame) } as GeoJSON.Geometry;
}

function placeAll(coordinates: unknown, frame: TileFrame): unknown {
  const list = coordinates as unknown[];
  if (typeof list[0] !== 'number') return list.map((member) => placeAll(member, frame));
  const [x, y] = list as [number, number];
  return [(x - frame.left) / frame.side, (frame.top - y) / frame.side];
}
