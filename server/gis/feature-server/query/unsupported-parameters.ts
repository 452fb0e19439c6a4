import { z } from 'zod';
import { boolean } from '../../../platform/arcgis/schema.ts';

/** A parameter that would change the result and is not supported: any value is an error. */
export function never(problem: string) {
  return z.undefined(problem).optional();
}

/** A switch that can only be off. */
export function off(problem: string) {
  return boolean.default(false).refine((value) => !value, problem);
}

/**
 * Parameters of ArcGIS queries that layers here do not support. They are errors, because an answer that ignored them would look
 * right and be wrong; values that ask for nothing are accepted, because clients send them.
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
  formatOf3DObjects: never('Layers have no 3D objects.'),
};
