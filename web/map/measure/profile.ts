/** A point of a profile. */
export interface ProfilePoint {
  /** Metres along the line. */
  metres: number;
  /** Metres above sea level; undefined where the service has no height. */
  height: number | undefined;
}

/** The heights along a line. */
export interface Profile {
  points: readonly ProfilePoint[];
  /** Lowest and highest of the known heights, and the sums of all rises and falls, in metres. */
  min: number;
  max: number;
  ascent: number;
  descent: number;
}

/** A place on a line, in the coordinates of the line. */
export interface PlaceOnLine {
  x: number;
  y: number;
  metres: number;
}

/**
 * Places at equal distances along a line, with its corners at the start and the end.
 * @param lengths metres of each segment of the path
 */
export function placesAlong(
  path: readonly (readonly [x: number, y: number])[],
  lengths: readonly number[],
  count: number,
): PlaceOnLine[] {
  const total = lengths.reduce((sum, metres) => sum + metres, 0);
  const places: PlaceOnLine[] = [];
  let [segment, before] = [0, 0];
  for (let index = 0; index < count; index++) {
    const metres = (total * index) / (count - 1);
    while (segment < lengths.length - 1 && before + (lengths[segment] ?? 0) < metres) {
      before += lengths[segment] ?? 0;
      segment++;
    }
    const [from, to] = [path[segment], path[segment + 1]];
    if (!from || !to) return places;
    const length = lengths[segment] ?? 0;
    const part = length > 0 ? Math.min(1, (metres - before) / length) : 0;
    places.push({ x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part, metres });
  }
  return places;
}

/** Summarises heights along a line; undefined if none is known. */
export function profileOf(points: readonly ProfilePoint[]): Profile | undefined {
  const heights = points.flatMap(({ height }) => (height === undefined ? [] : [height]));
  if (heights.length === 0) return undefined;
  let [ascent, descent] = [0, 0];
  for (const [index, height] of heights.entries()) {
    const step = height - (heights[index - 1] ?? height);
    if (step > 0) ascent += step;
    else descent -= step;
  }
  return { points, min: Math.min(...heights), max: Math.max(...heights), ascent, descent };
}
