import { z } from 'zod';
import { never, nothing, off } from '../../../platform/arcgis/unsupported.ts';

/**
 * Parameters of ArcGIS queries that are not supported. They are refused, because a response that ignored them would be wrong
 * without a sign of it; values without effect are accepted, because clients send them.
 */
export const unsupportedParameters = {
  gdbVersion: never('Layers have no versions.'),
  datumTransformation: never('Transformations cannot be chosen.'),
  parameterValues: never('Layers have no parameters.'),
  rangeValues: never('Layers have no ranges.'),
  text: never('Use where or fullText.'),
  sqlFormat: z
    .string()
    .optional()
    .refine((value) => value === undefined || /^(none|standard)$/i.test(value), 'Use standard SQL.'),
  returnGeometryProperties: off('Lengths and areas are not returned.'),
  returnQueryGeometry: off('The query geometry is not returned.'),
  returnAggIds: off('Ids of aggregated features are not returned.'),
  returnEnvelope: off('Envelopes of features are not returned.'),
  async: off('The answer is the result: leave out async.'),
  lodType: never('Features are not aggregated by level of detail.'),
  lod: never('Features are not aggregated by level of detail.'),
  lodSR: never('Features are not aggregated by level of detail.'),
  aggregateIds: never('Ids of aggregated features are not kept.'),
  collation: nothing('Texts are compared and sorted without a choice of collation.'),
  applyVCSProjection: off('Heights are not transformed.'),
  featureEncoding: nothing('Geometry is not compressed: use f=pbf.', 'esridefault'),
  formatOf3DObjects: never('Layers have no 3D objects.'),
};
