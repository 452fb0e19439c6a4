import { z } from 'zod';
import { never, nothing, off } from '../../../platform/arcgis/unsupported.ts';

/**
 * Parameters of ArcGIS queries that are not supported. They are refused, because a response that ignored them would be wrong
 * without a sign of it; values without effect are accepted, because clients send them.
 */
export const unsupportedParameters = {
  gdbVersion: never('Versions are not supported.'),
  datumTransformation: never('Choosing a datum transformation is not supported.'),
  parameterValues: never('parameterValues is not supported.'),
  rangeValues: never('rangeValues is not supported.'),
  text: never('text is not supported. Use where or fullText.'),
  sqlFormat: z
    .string()
    .optional()
    .refine(
      (value) => value === undefined || /^(none|standard)$/i.test(value),
      'Only standard SQL is supported.',
    ),
  returnGeometryProperties: off('returnGeometryProperties is not supported.'),
  returnQueryGeometry: off('returnQueryGeometry is not supported.'),
  returnAggIds: off('returnAggIds is not supported.'),
  returnEnvelope: off('returnEnvelope is not supported.'),
  async: off('Asynchronous queries are not supported. Omit async.'),
  lodType: never('Aggregation by level of detail is not supported.'),
  lod: never('Aggregation by level of detail is not supported.'),
  lodSR: never('Aggregation by level of detail is not supported.'),
  aggregateIds: never('aggregateIds is not supported.'),
  collation: nothing('collation is not supported.'),
  applyVCSProjection: off('Vertical transformations are not supported.'),
  featureEncoding: nothing('Compressed geometry is not supported. Use f=pbf.', 'esridefault'),
  formatOf3DObjects: never('3D objects are not supported.'),
};
