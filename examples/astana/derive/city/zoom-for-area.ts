/** Ground size of one screen pixel at zoom 0 of 512-pixel tiles, at the latitude of the city (51 degrees). */
const metresPerPixel = (40_075_017 / 512) * Math.cos((51.1 * Math.PI) / 180);

/** First zoom at which an area covers about `pixels` × `pixels` on the screen, between 6 and 15. */
export function zoomForArea(squareMetres: number, pixels: number): number {
  const side = Math.sqrt(Math.max(1, squareMetres));
  const zoom = Math.ceil(Math.log2((pixels * metresPerPixel) / side));
  return Math.max(6, Math.min(15, zoom));
}
