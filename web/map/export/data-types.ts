/** Maximum number of features per file: more would exceed the memory of small devices. */
export const exportLimit = 200_000;

/** Export formats of a layer's features. */
export type DataFormat = 'csv' | 'geojson';

/** A file created in the browser. */
export interface MadeFile {
  name: string;
  content: Blob;
}
