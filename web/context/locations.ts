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
