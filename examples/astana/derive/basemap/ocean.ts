import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt';
import { difference } from 'polyclip-ts';
import { signedArea } from '../geometry/measure.ts';
import type { Position, Ring } from '../geometry/types.ts';
import type { LayerName } from './map-feature.ts';

type AreaFeature = Extract<GeoJSONVTFeature, { type: 2 | 3 }>;
type Layers = Partial<Record<LayerName, GeoJSONVTTile>>;

const [low, high] = [-80, 4176];
const square: Ring = [
  [low, low],
  [high, low],
  [high, high],
  [low, high],
  [low, low],
];

/** Adds to the water of one tile, as `kind: ocean`, everything that is not land. */
export function addOcean(layers: Layers): void {
  const earth: GeoJSONVTFeature[] = layers.earth?.features ?? [];
  const land = earth.flatMap((f) => (f.type === 3 ? polygonsOfTile(f) : []));
  const sea = land.length === 0 ? [[square]] : difference([square], ...land.map((polygon) => [polygon]));
  const rings = sea.flat();
  if (rings.length === 0) return;
  const ocean: AreaFeature = { type: 3, tags: { kind: 'ocean' }, geometry: outersFirst(sea) };
  const water = layers.water;
  if (water) water.features.unshift(ocean);
  else layers.water = { features: [ocean], transformed: true, source: null, x: 0, y: 0, z: 0 };
}

/** In a tile y grows downwards: outer rings have a positive area, holes follow theirs with a negative one. */
function polygonsOfTile(feature: AreaFeature): Ring[][] {
  const polygons: Ring[][] = [];
  for (const ring of feature.geometry) {
    if (signedArea(ring) > 0 || polygons.length === 0) polygons.push([ring]);
    else polygons.at(-1)?.push(ring);
  }
  return polygons;
}

function outersFirst(polygons: Ring[][]): Ring[] {
  return polygons.flatMap((polygon) =>
    polygon.map((ring, index): Position[] =>
      signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed(),
    ),
  );
}
