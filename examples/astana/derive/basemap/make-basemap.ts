import { buildings } from '../city/buildings.ts';
import { landuse } from '../city/landuse.ts';
import { places } from '../city/places.ts';
import { pois } from '../city/pois.ts';
import { roads } from '../city/roads.ts';
import { urbanArea } from '../city/urban-area.ts';
import { water } from '../city/water.ts';
import type { Position } from '../geometry/types.ts';
import type { Element } from '../osm/element.ts';
import { worldOutlines } from '../world/natural-earth.ts';
import { cityPlaces, countryPlaces, touches } from '../world/places.ts';
import { cutTiles, type TileRange } from './cut-tiles.ts';
import { layerNames, type MapFeature } from './map-feature.ts';
import { pmtilesFile, type Tile } from './pmtiles-file.ts';

const worldMaxZoom = 6;
const maxZoom = 15;

export interface City {
  name: string;
  center: Position;
  /** West, south, east, north in degrees: the box the extract covers. */
  bounds: [number, number, number, number];
}

export const attribution = '© OpenStreetMap contributors, ODbL 1.0; Natural Earth; GeoNames, CC BY 4.0';

/** The basemap archive: the world to zoom 6, the city to zoom 15. */
export function makeBasemap(elements: Element[], city: City): Buffer {
  const world = [
    ...worldOutlines(),
    ...countryPlaces(),
    ...cityPlaces({ name: city.name, near: city.center }),
  ];
  const local = [
    ...urbanArea(elements),
    ...landuse(elements),
    ...water(elements),
    ...roads(elements),
    ...buildings(elements),
    ...places(elements),
    ...pois(elements),
  ];
  const tiles: Tile[] = [];
  for (let z = 0; z <= maxZoom; z++) {
    const range = z <= worldMaxZoom ? wholeWorld(z) : cityRange(z, city.bounds);
    const around = z <= worldMaxZoom ? world : neighbourhood(world, range);
    tiles.push(...cutTiles([...around, ...local], range, maxZoom));
  }
  return pmtilesFile(tiles, {
    minZoom: 0,
    maxZoom,
    bounds: [-180, -85.0511287, 180, 85.0511287],
    center: [...city.center, 12],
    metadata: {
      name: `World and ${city.name}`,
      type: 'baselayer',
      version: '1.0.0',
      attribution,
      description: 'Layers of the Protomaps basemap schema, version 4',
      vector_layers: layerNames.map((id) => ({ id, fields: { kind: 'String' } })),
    },
  });
}

function wholeWorld(z: number): TileRange {
  return { z, x: [0, 2 ** z - 1], y: [0, 2 ** z - 1] };
}

function cityRange(z: number, [west, south, east, north]: City['bounds']): TileRange {
  const size = 2 ** z;
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * size);
  const row = (lat: number) =>
    Math.floor((0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * size);
  // The edges of the extract are edges of zoom 12 tiles: a tiny inset excludes the empty neighbours.
  return { z, x: [column(west + 1e-6), column(east - 1e-6)], y: [row(north - 1e-6), row(south + 1e-6)] };
}

/**
 * The world's features near the city, on plain ground: the tiles beside the city show the same from zoom 6.
 */
function neighbourhood(world: MapFeature[], range: TileRange): MapFeature[] {
  const size = 2 ** range.z;
  const lng = (x: number) => (x / size) * 360 - 180;
  const lat = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  const [west, east] = [lng(range.x[0] - 1), lng(range.x[1] + 2)];
  const [north, south] = [lat(range.y[0] - 1), lat(range.y[1] + 2)];
  const ground: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return [
    {
      layer: 'earth',
      minZoom: range.z,
      properties: { kind: 'earth' },
      geometry: { type: 'Polygon', coordinates: [ground] },
    },
    ...world.filter((f) => f.layer !== 'earth' && touches(f, [west, south, east, north])),
  ];
}
