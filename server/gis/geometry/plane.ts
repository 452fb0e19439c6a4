import proj4 from 'proj4';
import { envelopeOf, type Geometry } from './geometry.ts';
import { projectorOf } from './project.ts';

/** A plane of metres: `aeqd` has true distances from a position, `cea` true areas everywhere. */
export function planeAround(kind: 'aeqd' | 'cea', [middle, lat]: readonly [number, number]) {
  const parallel = kind === 'aeqd' ? `+lat_0=${lat}` : '+lat_ts=0';
  // proj4 gives NaN for some projections without the false origin, and takes longitude 0 for that of the middle.
  const plane = proj4(
    'EPSG:4326',
    `+proj=${kind} ${parallel} +lon_0=0 +x_0=0 +y_0=0 +ellps=WGS84 +units=m +no_defs`,
  );
  return {
    to: projectorOf((lon, y) => plane.forward([lon - middle, y])),
    from: projectorOf((x, y) => {
      const [lon = Number.NaN, north = Number.NaN] = plane.inverse([x, y]);
      return [lon + middle, north];
    }),
  };
}

/** The middle of the envelope of a geometry. */
export function middleOf(geometry: Geometry): [number, number] {
  const { xmin, ymin, xmax, ymax } = envelopeOf(geometry);
  return [(xmin + xmax) / 2, (ymin + ymax) / 2];
}
