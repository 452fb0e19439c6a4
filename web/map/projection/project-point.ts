import { fromWebMercator, toWebMercator } from '../../../wire/geometry/web-mercator.ts';

/** A point in a spatial reference, given by its well-known id. */
export interface PlanePoint {
  x: number;
  y: number;
  wkid: number;
}

const mercator = new Set([3857, 102_100, 900_913, 102_113]);

/**
 * Converts a point to another spatial reference. Degrees and Web Mercator are converted directly; for others the SDK's
 * projection engine is loaded.
 *
 * @throws Error if there is no transformation
 */
export async function projectPoint(point: PlanePoint, wkid: number): Promise<PlanePoint> {
  if (point.wkid === wkid) return point;
  const degrees = toDegrees(point);
  if (degrees && wkid === 4326) return degrees;
  if (degrees && mercator.has(wkid))
    return { ...toWebMercator({ longitude: degrees.x, latitude: degrees.y }), wkid };
  const { projectBySdk } = await import('./project-by-sdk.ts');
  return projectBySdk(point, wkid);
}

function toDegrees({ x, y, wkid }: PlanePoint): PlanePoint | undefined {
  if (wkid === 4326) return { x, y, wkid };
  if (!mercator.has(wkid)) return undefined;
  const { longitude, latitude } = fromWebMercator({ x, y });
  return { x: longitude, y: latitude, wkid: 4326 };
}
