import { toWebMercator } from '../../wire/geometry/web-mercator.ts';

/** A place the person chose on the map, or a place an integration looks from. */
export interface MapLocation {
  /** Degrees, WGS84. */
  lat: number;
  lng: number;
  /** The same place in the map's own spatial reference. */
  x: number;
  y: number;
  wkid: number;
}

/** Where an integration stands and looks: degrees, heading clockwise from north, pitch above the horizon. */
export interface IntegrationLocation {
  integrationId: string;
  lat: number;
  lng: number;
  heading?: number;
  pitch?: number;
}

/** A place in degrees as one chosen on a map in Web Mercator. */
export function mapLocationAt({ lat, lng }: { lat: number; lng: number }): MapLocation {
  return { lat, lng, ...toWebMercator({ longitude: lng, latitude: lat }), wkid: 3857 };
}
