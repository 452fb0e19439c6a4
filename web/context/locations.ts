import { toWebMercator } from '../../wire/geometry/web-mercator.ts';

/** A location chosen on the map, or the position of an integration's view. */
export interface MapLocation {
  /** Degrees, WGS84. */
  lat: number;
  lng: number;
  /** The same place in the map's own spatial reference. */
  x: number;
  y: number;
  wkid: number;
}

/** The pose of an integration's view: degrees, heading clockwise from north, pitch above the horizon. */
export interface IntegrationLocation {
  integrationId: string;
  lat: number;
  lng: number;
  heading?: number;
  pitch?: number;
}

/** Converts a location in degrees to one chosen on a Web Mercator map. */
export function mapLocationAt({ lat, lng }: { lat: number; lng: number }): MapLocation {
  return { lat, lng, ...toWebMercator({ longitude: lng, latitude: lat }), wkid: 3857 };
}
