/** A place to show, in degrees WGS84, with the extent to zoom to (west, south, east, north). */
export interface PlaceToShow {
  lat: number;
  lng: number;
  extent?: readonly [number, number, number, number];
}
