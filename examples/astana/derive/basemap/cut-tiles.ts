import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Properties } from '../geometry/types.ts';
import { layerNames, type LayerName, type MapFeature } from './map-feature.ts';
import { addOcean } from './ocean.ts';
import type { Tile } from './pmtiles-file.ts';

export interface TileRange {
  z: number;
  /** First and last column and row. */
  x: [number, number];
  y: [number, number];
}

/** Cuts the features into the tiles of one zoom; geometry is simplified to what that zoom can show. */
export function cutTiles(features: MapFeature[], range: TileRange, lastZoom: number): Tile[] {
  const { z } = range;
  const indexes = new Map<LayerName, GeoJSONVT>();
  for (const layer of layerNames) {
    const chosen = features.filter(
      (f) => f.layer === layer && f.minZoom <= z && z <= (f.maxZoom ?? lastZoom),
    );
    if (chosen.length > 0) indexes.set(layer, indexLayer(chosen, z, z === lastZoom ? 1 : 3));
  }
  const tiles: Tile[] = [];
  for (let x = range.x[0]; x <= range.x[1]; x++) {
    for (let y = range.y[0]; y <= range.y[1]; y++) {
      const layers: Partial<Record<LayerName, GeoJSONVTTile>> = {};
      for (const [name, index] of indexes) {
        const tile = index.getTile(z, x, y);
        if (tile && tile.features.length > 0) layers[name] = tile;
      }
      addOcean(layers);
      tiles.push({ z, x, y, data: fromGeojsonVt(layers, { version: 2, extent: 4096 }) });
    }
  }
  return tiles;
}

function indexLayer(features: MapFeature[], z: number, tolerance: number): GeoJSONVT {
  const data = {
    type: 'FeatureCollection' as const,
    features: features.map((f) => ({
      type: 'Feature' as const,
      properties: present(f.properties),
      geometry: f.geometry,
    })),
  };
  return new GeoJSONVT(data, {
    maxZoom: z,
    indexMaxZoom: z,
    indexMaxPoints: 0,
    tolerance,
    extent: 4096,
    buffer: 80,
  });
}

function present(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined && value !== ''),
  );
}
