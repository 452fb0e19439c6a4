type Position = number[];

/** A GeoJSON geometry. */
interface GeoJson {
  type: string;
  coordinates?: unknown;
  geometries?: unknown;
}

const spatialReference = { wkid: 4326 };

/** Properties from which the SDK makes a geometry, in WGS84. */
export type ArcgisGeometry = { spatialReference: { wkid: number } } & (
  | { type: 'point'; longitude: number; latitude: number }
  | { type: 'multipoint'; points: Position[] }
  | { type: 'polyline'; paths: Position[][] }
  | { type: 'polygon'; rings: Position[][] }
);

/** A GeoJSON geometry as ArcGIS draws it; collections come apart. */
export function arcgisGeometries(geometry: GeoJson | null): ArcgisGeometry[] {
  if (!geometry) return [];
  const { type, coordinates, geometries } = geometry;
  switch (type) {
    case 'Point': {
      const [longitude = 0, latitude = 0] = coordinates as Position;
      return [{ type: 'point', longitude, latitude, spatialReference }];
    }
    case 'MultiPoint':
      return [{ type: 'multipoint', points: (coordinates as Position[]).map(flat), spatialReference }];
    case 'LineString':
      return [{ type: 'polyline', paths: [(coordinates as Position[]).map(flat)], spatialReference }];
    case 'MultiLineString':
      return [
        {
          type: 'polyline',
          paths: (coordinates as Position[][]).map((path) => path.map(flat)),
          spatialReference,
        },
      ];
    case 'Polygon':
      return [{ type: 'polygon', rings: ringsOf(coordinates as Position[][]), spatialReference }];
    case 'MultiPolygon':
      return [{ type: 'polygon', rings: (coordinates as Position[][][]).flatMap(ringsOf), spatialReference }];
    case 'GeometryCollection':
      return ((geometries as GeoJson[] | undefined) ?? []).flatMap(arcgisGeometries);
    default:
      return [];
  }
}

/** Heights and measures are left out. */
const flat = (position: Position): Position => position.slice(0, 2);

/** ArcGIS wants outer rings clockwise and holes the other way round. */
function ringsOf(polygon: Position[][]): Position[][] {
  return polygon.map((ring, index) => {
    const points = ring.map(flat);
    return clockwise(points) === (index === 0) ? points : points.toReversed();
  });
}

function clockwise(ring: Position[]): boolean {
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at++) {
    const [x1 = 0, y1 = 0] = ring[at] ?? [];
    const [x2 = 0, y2 = 0] = ring[at + 1] ?? [];
    sum += x1 * y2 - x2 * y1;
  }
  return sum < 0;
}
