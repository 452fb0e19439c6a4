import { z } from 'zod';
import { never } from '../../platform/arcgis/unsupported.ts';
import { boolean, list, objectIds, readOperation, wholeNumber } from '../../platform/arcgis/schema.ts';
import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { wireSpatialReference } from '../geometry/spatial-reference.ts';
import type { HostedLayer, Relationship } from '../layer/layer.ts';
import { limits } from '../../limits.ts';
import { overShown } from '../storage/feature-store.ts';
import { countRelated, readRelated, type RelatedQuery, type RelatedRow } from '../storage/related-store.ts';
import { findLayer } from '../storage/service-store.ts';
import { parseCondition } from '../where/parse.ts';
import { areComparable } from '../where/typed-condition.ts';
import { compileCondition } from '../where/where-condition.ts';
import { attributesOf } from './response-json.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from './context.ts';
import { fieldJson } from './layer-json.ts';
import { formatOf, jsonFormats } from '../../platform/arcgis/json-response.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { inLargePage } from './query/large-page.ts';
import { layerAt } from './query/historic-moment.ts';
import { readOrder } from './query/order-condition.ts';
import { refuseLong } from './query/requested-features-condition.ts';
import { relationshipKeys } from './relationship-keys.ts';
import { mayReadFeatures, refuse } from './rights.ts';
import {
  type GeometryOutput,
  geometryShaper,
  outputParameters,
  readGeometryOutput,
  readOutFields,
} from './query/output.ts';

const schema = z.object({
  ...outputParameters,
  gdbVersion: never('Versions are not supported.'),
  datumTransformation: never('Choosing a datum transformation is not supported.'),
  objectIds: objectIds.default([]),
  relationshipId: wholeNumber().optional(),
  definitionExpression: z.string().optional(),
  outFields: list.default(['*']),
  orderByFields: z.string().optional(),
  returnGeometry: boolean.default(true),
  returnCountOnly: boolean.default(false),
  resultOffset: wholeNumber(0).default(0),
  resultRecordCount: wholeNumber(0).default(0),
});

/** `…/{layer}/queryRelatedRecords`: the related records of given features. */
export async function queryRelatedRecords(call: LayerCall): Promise<OperationResponse> {
  const { context, parameters, layer } = call;
  const input = readOperation(schema, parameters);
  formatOf(parameters, jsonFormats);
  if (context.onLoop) refuseLong(input.definitionExpression, input.orderByFields);
  const { relationship, related } = await findRelation(call, input.relationshipId);
  const { key, relatedKey } = relationshipKeys(layer, relationship, related);
  if (!key || !relatedKey)
    throw parameterError(
      'relationshipId',
      `The layer ${(key ? related : layer).name} has no key field for this relationship. Describe its side.`,
    );
  if (!areComparable(key, relatedKey))
    throw parameterError(
      'relationshipId',
      `The values of ${key.name} and ${relatedKey.name} cannot be compared: their types differ.`,
    );
  const scope = { fields: related.fields, ...clauseContextOf(call) };
  const { definitionExpression: clause } = input;
  const output = related.geometryType && input.returnGeometry ? readGeometryOutput(input, related) : null;
  const allowed = related.maxRecordCount ?? limits.featurePage;
  // Zero means the default, as in other servers.
  const max = Math.min(input.resultRecordCount || allowed, allowed);
  const query: RelatedQuery = {
    objectIds: input.objectIds,
    key,
    relatedKey,
    condition:
      clause === undefined
        ? null
        : overShown(
            related,
            compileCondition(parseCondition(clause, 'definitionExpression', scope), {
              ...scope,
              parameter: 'definitionExpression',
            }),
          ),
    fields: readOutFields(input.outFields, related.fields),
    geometry: output !== null,
    orderBy: readOrder(input.orderByFields, scope),
    offset: input.resultOffset,
    limit: max + 1,
    onLoop: context.onLoop,
  };
  if (input.returnCountOnly) {
    const counts = new Map(await countRelated(context.reader, layer, related, query));
    return {
      relatedRecordGroups: query.objectIds.map((objectId) => ({
        objectId,
        count: counts.get(objectId) ?? 0,
      })),
    };
  }
  return inLargePage(context, max, async (limit) => {
    const rows = await readRelated(context.reader, layer, related, { ...query, ...limit });
    return present(related, query, rows.slice(0, max), output, rows.length > max);
  });
}

async function findRelation(
  { context, layer, service, rights }: LayerCall,
  wanted: number | undefined,
): Promise<{ relationship: Relationship; related: HostedLayer }> {
  if (wanted === undefined && layer.relationships.length > 1)
    throw parameterError('relationshipId', 'The layer has several relationships. Choose one of them.');
  const relationship =
    layer.relationships.find(({ id }) => id === wanted) ??
    (wanted === undefined ? layer.relationships[0] : undefined);
  if (!relationship) throw parameterError('relationshipId', 'The layer has no such relationship.');
  const related = await findLayer(context.reader, service.name, relationship.relatedTableId, {
    orgId: service.orgId,
  });
  if (!related) throw parameterError('relationshipId', 'The related table no longer exists.');
  if (!mayReadFeatures(related, rights)) throw refuse(rights);
  return { relationship, related: await layerAt(context.reader, related, layer.moment, rights) };
}

function present(
  related: HostedLayer,
  { fields, objectIds }: RelatedQuery,
  rows: RelatedRow[],
  output: GeometryOutput | null,
  exceeded: boolean,
): object {
  const shape = output && geometryShaper(output, related.wkid);
  const groups = Map.groupBy(rows, ({ sourceId }) => sourceId);
  return {
    ...(output && {
      geometryType: related.geometryType,
      spatialReference: wireSpatialReference(output.wkid),
    }),
    fields: fields.map(fieldJson),
    ...(exceeded && { exceededTransferLimit: true }),
    relatedRecordGroups: objectIds
      .filter((objectId) => groups.has(objectId))
      .map((objectId) => ({
        objectId,
        relatedRecords: (groups.get(objectId) ?? []).map(({ values, geometry }) => {
          const shaped = geometry && shape ? shape(geometry) : null;
          return {
            attributes: attributesOf(fields, values),
            ...(shape && { geometry: shaped && writeEsriGeometry(shaped) }),
          };
        }),
      })),
  };
}
