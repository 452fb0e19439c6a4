import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { fileStream } from '../../../platform/http/responses/file-stream.ts';
import { contentDisposition } from '../../../platform/http/security-headers.ts';
import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { boolean, list, objectIds, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import type { Field } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  type AttachmentInfo,
  type AttachmentQuery,
  countAttachments,
  findAttachments,
  listAttachments,
  readAttachment,
  readAttachmentParts,
} from '../../storage/attachment-store.ts';
import { globalIdField } from '../../layer/layer.ts';
import { type OperationResponse, clauseContextOf, type LayerCall, sent } from '../context.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { refuseLong, selectFeatures } from '../query/requested-features-condition.ts';
import { readOrder } from '../query/order-condition.ts';
import { parseCondition } from '../../where/parse.ts';
import { compileCondition } from '../../where/where-condition.ts';
import { opensInBrowser } from './allowed-type.ts';

/** The parameters of queryAttachments. */
const schema = z.object({
  objectIds: objectIds.optional(),
  globalIds: list.optional(),
  definitionExpression: z.string().optional(),
  where: z.string().optional(),
  attachmentTypes: list.optional(),
  attachmentsDefinitionExpression: z.string().optional(),
  name: z.string().optional(),
  orderByFields: z.string().optional(),
  resultOffset: wholeNumber(0).default(0),
  resultRecordCount: wholeNumber(0).default(0),
  historicMoment: never('The history of attachments is not supported.'),
  gdbVersion: never('Versions are not supported.'),
  // Accepted because the tables of the ArcGIS Maps SDK request it and stay empty otherwise; `exifInfo` is always null.
  returnMetadata: boolean.default(false),
  returnDistinctKeywords: off(
    'returnDistinctKeywords is not supported. Keywords are returned with their attachments.',
  ),
  keywords: list.optional(),
  size: list
    .transform((sizes) => sizes.map(Number))
    .refine((sizes) => !sizes.some(Number.isNaN), 'Expected bytes: least,most.')
    .default([]),
  returnUrl: boolean.default(false),
  returnCountOnly: boolean.default(false),
});

type QueryInput = z.output<typeof schema>;

const infosSchema = schema.pick({ gdbVersion: true });

/** `…/{layer}/{objectid}/attachments`: the attachments of one feature. */
export async function attachmentInfos({
  context,
  layer,
  path,
  parameters,
}: LayerCall): Promise<OperationResponse> {
  readOperation(infosSchema, parameters);
  const { reader, onLoop } = context;
  const infos = await listAttachments(reader, layer, Number(path['objectid']), { onLoop });
  return { attachmentInfos: infos.map(infoJson) };
}

/** `…/attachments/{id}`: the file itself. */
export async function attachmentFile({ context, layer, path, reply }: LayerCall): Promise<OperationResponse> {
  const found = await readAttachment(
    context.reader,
    layer,
    Number(path['objectid']),
    Number(path['attachmentid']),
  );
  if (!found) throw arcgisError('services:not-found', { message: 'Attachment not found.' });
  const disposition = opensInBrowser(found.contentType) ? 'inline' : 'attachment';
  reply
    .type(found.contentType)
    .header('content-disposition', contentDisposition(disposition, found.name))
    // An attachment must never run as a page of this server.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=60');
  if (found.bytes) reply.send(Buffer.from(found.bytes));
  else
    reply
      .header('content-length', found.size)
      .send(fileStream(found.size, readAttachmentParts(context.reader, layer, found)));
  return sent;
}

/** `…/{layer}/queryAttachments`: by objectIds, globalIds or definitionExpression, filtered by type, size, name and keywords. */
export async function queryAttachments(call: LayerCall): Promise<OperationResponse> {
  const { context, parameters, layer } = call;
  const input = readOperation(schema, parameters);
  if (context.onLoop)
    refuseLong(
      input.definitionExpression,
      input.where,
      input.globalIds?.join(),
      input.attachmentsDefinitionExpression,
      input.orderByFields,
    );
  const max = Math.min(input.resultRecordCount || limits.featurePage, limits.featurePage);
  const wanted: AttachmentQuery = {
    parents: parentsOf(call, input),
    ...chosenOf(call, input),
    offset: input.resultOffset,
    limit: max + 1,
  };
  if (input.returnCountOnly) {
    const counts = await countAttachments(context.reader, layer, wanted);
    return {
      ...(counts.length > max && { exceededTransferLimit: true }),
      attachmentGroups: counts.slice(0, max).map(([parentObjectId, count]) => ({ parentObjectId, count })),
    };
  }
  const found = await findAttachments(context.reader, layer, wanted, { onLoop: context.onLoop });
  const base = urlBase(call);
  const withUrl = input.returnUrl;
  return {
    fields: [],
    ...(found.length > max && { exceededTransferLimit: true }),
    attachmentGroups: group(found.slice(0, max)).map(([parentObjectId, members]) => ({
      parentObjectId,
      parentGlobalId: members[0]?.parentGlobalId,
      attachmentInfos: members.map((info) => ({
        ...infoJson(info),
        exifInfo: null,
        ...(withUrl && { url: `${base}/${parentObjectId}/attachments/${info.id}` }),
      })),
    })),
  };
}

/** The selected features. */
function parentsOf(
  { context, layer, rights }: Pick<LayerCall, 'context' | 'layer' | 'rights'>,
  { objectIds: wanted, globalIds, definitionExpression, where }: QueryInput,
): AttachmentQuery['parents'] {
  const clauses = [definitionExpression, where, globalIds && globalIdClause(globalIds)];
  const given = clauses.filter((clause) => clause !== undefined).map((clause) => `(${clause})`);
  if (given.length === 0 && wanted === undefined)
    throw parameterError('objectIds', 'Specify the features: objectIds, globalIds or definitionExpression.');
  // Joined in the language of `where`, so that nothing in the request escapes it.
  const joined = given.length > 0 ? given.join(' AND ') : undefined;
  const clauseContext = clauseContextOf({ context, rights });
  return selectFeatures({ where: joined, objectIds: wanted }, layer, clauseContext).conditions;
}

function globalIdClause(ids: readonly string[]): string {
  return `${globalIdField} IN (${ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(',')})`;
}

/** Attachments by their own fields, in the query language and by separate parameters. */
function chosenOf(
  { context, rights }: Pick<LayerCall, 'context' | 'rights'>,
  input: QueryInput,
): Omit<AttachmentQuery, 'parents' | 'offset' | 'limit'> {
  const { attachmentsDefinitionExpression: clause, orderByFields } = input;
  const scope = { fields: attachmentFields, ...clauseContextOf({ context, rights }) };
  const parameter = 'attachmentsDefinitionExpression';
  return {
    condition:
      clause === undefined
        ? undefined
        : compileCondition(parseCondition(clause, parameter, scope), { ...scope, parameter }),
    name: input.name,
    // `image/*` means every kind of image.
    types: input.attachmentTypes?.map((type) => type.toLowerCase().replace(/\*$/, '')),
    keywords: input.keywords,
    sizes: input.size,
    order: readOrder(orderByFields, scope),
  };
}

/** The fields of attachments by their ArcGIS names, with their columns. */
const attachmentFields: readonly Field[] = [
  attachmentField('attachmentid', 'attachment_id', 'esriFieldTypeInteger'),
  attachmentField('globalid', 'globalid', 'esriFieldTypeGUID'),
  attachmentField('parentobjectid', 'parent_objectid', 'esriFieldTypeInteger'),
  attachmentField('name', 'name', 'esriFieldTypeString'),
  attachmentField('contentType', 'content_type', 'esriFieldTypeString'),
  attachmentField('size', 'size', 'esriFieldTypeInteger'),
  attachmentField('keywords', 'keywords', 'esriFieldTypeString'),
  // Their names in the tables of geodatabases, which clients use too.
  attachmentField('att_name', 'name', 'esriFieldTypeString'),
  attachmentField('content_type', 'content_type', 'esriFieldTypeString'),
  attachmentField('data_size', 'size', 'esriFieldTypeInteger'),
];

function attachmentField(name: string, column: string, type: Field['type']): Field {
  return {
    name,
    alias: name,
    type,
    column,
    nullable: true,
    editable: false,
    domain: null,
    defaultValue: null,
  };
}

function group<Info extends AttachmentInfo>(infos: readonly Info[]): [number, Info[]][] {
  return [...Map.groupBy(infos, ({ parentObjectId }) => parentObjectId)];
}

function infoJson({ id, globalId, name, contentType, size, keywords }: AttachmentInfo): object {
  return { id, globalId, name, contentType, size, keywords };
}

function urlBase({
  context,
  request,
  service,
  layer,
}: {
  context: Pick<LayerCall['context'], 'publicUrl'>;
  request: LayerCall['request'];
  service: LayerCall['service'];
  layer: HostedLayer;
}): string {
  const prefix = request.url.slice(0, request.url.toLowerCase().indexOf('/rest/services'));
  return `${context.publicUrl}${prefix}/rest/services/${service.name}/FeatureServer/${layer.layerId}`;
}
