import { union } from 'polyclip-ts';
import type { MapFeature } from '../basemap/map-feature.ts';
import { labelPoint } from '../geometry/label-point.ts';
import { squareMetres } from '../geometry/measure.ts';
import type { Position, Ring } from '../geometry/types.ts';
import { isArea, type Element } from '../osm/element.ts';

/** Side of a cell in degrees: about 220 m. */
const cell = { lng: 0.0032, lat: 0.002 };

/** The built-up area for small scales: where buildings stand close together, with the corners rounded. */
export function urbanArea(elements: Element[]): MapFeature[] {
  const counts = new Map<string, number>();
  const add = (x: number, y: number, weight: number) => {
    const key = `${x}:${y}`;
    counts.set(key, (counts.get(key) ?? 0) + weight);
  };
  for (const element of elements) {
    if (!element.tags.building || !isArea(element)) continue;
    const [lng, lat] = labelPoint(element.geometry);
    const [x, y] = [Math.floor(lng / cell.lng), Math.floor(lat / cell.lat)];
    const weight = 1 + Math.min(10, squareMetres(element.geometry) / 800);
    for (let dx = -1; dx <= 1; dx++) for (let dy = -1; dy <= 1; dy++) add(x + dx, y + dy, weight);
  }
  const cells = [...counts].filter(([, weight]) => weight > 24).map(([key]) => square(key));
  const [first, ...rest] = cells;
  if (!first) return [];
  const polygons = union(first, ...rest)
    .map((polygon) => polygon.filter((ring) => squareMetres({ type: 'Polygon', coordinates: [ring] }) > 4e5))
    .filter((polygon) => polygon.length > 0)
    .map((polygon) => polygon.map((ring) => smooth(smooth(ring))));
  return [
    {
      layer: 'landcover',
      minZoom: 6,
      maxZoom: 12,
      properties: { kind: 'urban_area', min_zoom: 6 },
      geometry: { type: 'MultiPolygon', coordinates: polygons },
    },
  ];
}

function square(key: string): Ring[] {
  const [x = 0, y = 0] = key.split(':').map(Number);
  const at = (i: number, j: number): Position => [(x + i) * cell.lng, (y + j) * cell.lat];
  return [[at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(0, 0)]];
}

/** Chaikin's corner cutting, once. */
function smooth(ring: Ring): Ring {
  const cut = ring.slice(0, -1).flatMap((a, index): Position[] => {
    const b = ring[index + 1] ?? a;
    return [
      [a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25],
      [a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75],
    ];
  });
  return cut[0] ? [...cut, cut[0]] : cut;
}
