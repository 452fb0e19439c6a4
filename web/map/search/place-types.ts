/** A place to show, in degrees WGS84; the extent (west, south, east, north) says how much of its surroundings. */
export interface PlaceToShow {
  lat: number;
  lng: number;
  extent?: readonly [number, number, number, number];
}
