import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { json, objectIds, readOperation } from '../../../platform/arcgis/schema.ts';
import type { OperationResponse, ServiceCall } from '../context.ts';
import { append } from './append.ts';

const schema = z.object({ layers: objectIds.optional(), layerMappings: json.optional() });

const layerMappings = z
  .array(
    z.strictObject({
      id: z.number(),
      sourceTableName: z.string().optional(),
      fieldMappings: z.array(z.unknown()).max(limits.layerFields).optional(),
      upsertMatchingField: z.string().optional(),
    }),
  )
  .max(1, 'Append to one layer at a time.');

/**
 * `…/FeatureServer/append` `layers`, `layerMappings`: the same as the layer's own `append`, for one layer of the service; its table
 * in the source and its fields are in `layerMappings`.
 */
export async function appendToService(call: ServiceCall): Promise<OperationResponse> {
  const { layers, parameters } = call;
  const given = readOperation(schema, parameters);
  const read = layerMappings.safeParse(given.layerMappings ?? []);
  if (!read.success)
    throw parameterError(
      'layerMappings',
      'Specify a list with one mapping: [{"id": 0, "sourceTableName": "trees", "fieldMappings": []}].',
    );
  const [mapping] = read.data;
  const ids = new Set([...(given.layers ?? []), ...(mapping ? [mapping.id] : [])]);
  if (ids.size > 1) throw parameterError('layers', 'Append to one layer at a time.');
  const [id = layers.length === 1 ? layers[0]?.layerId : undefined] = ids;
  const layer = layers.find(({ layerId }) => layerId === id);
  if (!layer) throw parameterError('layers', 'Specify the id of a layer of this service.');
  const { sourceTableName, fieldMappings, upsertMatchingField } = mapping ?? {};
  const within = parameters.with({
    layerMappings: '',
    ...(sourceTableName !== undefined && { sourceTableName }),
    ...(fieldMappings && { fieldMappings: JSON.stringify(fieldMappings) }),
    ...(upsertMatchingField !== undefined && { upsertMatchingField }),
  });
  const response = await append({ ...call, layer, parameters: within });
  if (typeof response !== 'object' || !('statusUrl' in response)) return response;
  const statusUrl = String(response.statusUrl).replace(/\/append\/jobs\//i, `/${layer.layerId}/append/jobs/`);
  return { ...response, statusUrl };
}
