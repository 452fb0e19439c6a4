/** Longitude and latitude in degrees on WGS 84 (EPSG:4326). */
export interface LonLat {
  longitude: number;
  latitude: number;
}

/** Metres in Web Mercator (EPSG:3857, which ArcGIS also calls 102100). */
export interface MercatorPoint {
  x: number;
  y: number;
}

/** Radius in metres of the sphere on which Web Mercator is defined. */
export const earthRadius = 6_378_137;

/** Half the side of the Web Mercator square in metres: 20037508.342789244. */
export const mercatorLimit = Math.PI * earthRadius;

/** The latitude of the Web Mercator square's edge, in degrees. */
export const latitudeLimit = 85.0511287798066;

/** Converts degrees to Web Mercator metres. Latitudes beyond the square are moved to its edge. */
export function toWebMercator({ longitude, latitude }: LonLat): MercatorPoint {
  const clamped = Math.max(-latitudeLimit, Math.min(latitudeLimit, latitude));
  return {
    x: (longitude / 180) * mercatorLimit,
    y: earthRadius * Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)),
  };
}

/** Converts Web Mercator metres to degrees. */
export function fromWebMercator({ x, y }: MercatorPoint): LonLat {
  return {
    longitude: (x / mercatorLimit) * 180,
    latitude: (Math.atan(Math.exp(y / earthRadius)) * 360) / Math.PI - 90,
  };
}

/** Wraps a longitude into -180 … 180 degrees; clients send others when a map is panned across the antimeridian. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** Great-circle distance between two places in metres (sphere of the Web Mercator radius). */
export function groundDistance(a: LonLat, b: LonLat): number {
  const radians = Math.PI / 180;
  const halfLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const halfLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h =
    halfLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * halfLongitude ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}
