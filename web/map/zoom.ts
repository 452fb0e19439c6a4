/** Scale denominator at zoom 0: the world in 256 pixels of 1/96 inch (the web's common tiling scheme). */
const scaleAtZero = 591_657_527.591_555;

/** Links use zoom levels; the SDK uses scales, which need no tiling scheme. */
export function scaleOfZoom(zoom: number): number {
  return scaleAtZero / 2 ** zoom;
}

/** The zoom of a scale denominator; never below 0. */
export function zoomOfScale(scale: number): number {
  return Math.max(0, Math.log2(scaleAtZero / scale));
}
