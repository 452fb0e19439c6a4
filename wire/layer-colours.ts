export type Rgb = readonly [red: number, green: number, blue: number];

/** Colours of layers, distinguishable from each other and on both basemaps, also with colour vision deficiency. */
export const layerColours: readonly Rgb[] = [
  [21, 101, 192],
  [213, 94, 0],
  [0, 133, 97],
  [170, 51, 119],
  [124, 77, 255],
  [121, 85, 72],
  [0, 151, 167],
  [192, 132, 0],
];

/** The colour of a layer by its number, where no other layer has to be considered. */
export function layerColour(index: number): Rgb {
  return layerColours[index % layerColours.length] ?? [0, 0, 0];
}
