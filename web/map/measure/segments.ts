/** A straight part of a measurement, on the ellipsoid. */
export interface Segment {
  metres: number;
  /** Direction at its start, in degrees clockwise from north. */
  bearing: number;
  /** Degrees between the segment before and this one, up to 180; undefined for the first. */
  angle?: number;
}

/** Distance from one corner to another, and the direction at the first. */
export interface Leg {
  distance: number;
  azimuth?: number;
}

/** The segments between corners. */
export function segmentsOf<Corner>(
  corners: readonly Corner[],
  legBetween: (from: Corner, to: Corner) => Leg,
): Segment[] {
  return corners.slice(1).flatMap((to, index) => {
    const [before, from] = [corners[index - 1], corners[index]];
    if (from === undefined) return [];
    const { distance, azimuth = 0 } = legBetween(from, to);
    // The direction back is computed from the corner itself: on the ellipsoid it is not the opposite one.
    const back = before && (legBetween(from, before).azimuth ?? 0);
    return [
      {
        metres: distance,
        bearing: turned(azimuth),
        ...(back !== undefined && { angle: angleBetween(back, azimuth) }),
      },
    ];
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
