import { limits } from '../../limits.ts';

/** Limits of a file that becomes layers; the documented ones are in `server/limits.ts`. */
export const uploadLimits = {
  fields: limits.layerFields,
  layers: limits.uploadLayers,
  vertices: limits.featureVertices,
  textCharacters: limits.uploadTextCharacters,
  /** Bytes of one feature's text. */
  featureBytes: limits.uploadFeatureBytes,
  /** Bytes of one row of a CSV file. */
  rowBytes: 4_000_000,
  /** Depth of brackets and elements. */
  nesting: 100,
  /** Features a preview looks at. */
  previewFeatures: 5_000,
  /** Rows a preview shows. */
  previewRows: 10,
} as const;
