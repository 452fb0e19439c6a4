/** A point in a spatial reference, given by its well-known id. */
export interface PlanePoint {
  x: number;
  y: number;
  wkid: number;
}
