/** A straight part of a measurement, on the ellipsoid. */
export interface Segment {
  metres: number;
  /** Direction at its start, in degrees clockwise from north. */
  bearing: number;
  /** Degrees between the segment before and this one, up to 180; undefined for the first. */
  angle?: number;
}

/** Distance and directions from one corner to the next, as the SDK computes them. */
export interface Leg {
  distance: number;
  azimuth?: number;
  reverseAzimuth?: number;
}

/** The segments between corners. */
export function segmentsOf<Corner>(
  corners: readonly Corner[],
  legBetween: (from: Corner, to: Corner) => Leg,
): Segment[] {
  const legs = corners.slice(1).flatMap((to, index) => {
    const from = corners[index];
    return from === undefined ? [] : [legBetween(from, to)];
  });
  return legs.map(({ distance, azimuth = 0 }, index) => {
    const back = legs[index - 1]?.reverseAzimuth;
    return {
      metres: distance,
      bearing: turned(azimuth),
      ...(back !== undefined && { angle: angleBetween(back, azimuth) }),
    };
  });
}

/** Degrees from 0 to 360. */
function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** The smaller angle between two directions. */
export function angleBetween(one: number, other: number): number {
  const between = turned(one - other);
  return between > 180 ? 360 - between : between;
}
