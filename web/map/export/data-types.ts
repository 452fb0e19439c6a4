/** Features of one file at most: more would not fit into the memory of a small device. */
export const exportLimit = 200_000;

/** Formats in which a layer's features can be taken along. */
export type DataFormat = 'csv' | 'geojson';

/** A file made in the browser. */
export interface MadeFile {
  name: string;
  content: Blob;
}
