import { MappingError } from '../../../../wire/errors.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { type AttachmentInfo, listAttachments, readAttachment } from '../../storage/attachment-store.ts';
import { readFeatures, readObjectIds } from '../../storage/feature-store.ts';
import { globalIdField } from '../../layer/layer.ts';
import { type Answer, type LayerCall, sent } from '../context.ts';
import { type Parameters, parameterError } from '../../../platform/arcgis/parameters.ts';
import { readSelection } from '../query/requested-features-condition.ts';
import { opensInBrowser } from './allowed-type.ts';

/** `…/{layer}/{objectid}/attachments`: what is attached to one feature. */
export async function attachmentInfos({ context, layer, path }: LayerCall): Promise<Answer> {
  const infos = await listAttachments(context.reader, layer, [Number(path['objectid'])]);
  return { attachmentInfos: infos.map(infoJson) };
}

/** `…/attachments/{id}`: the file itself. */
export async function attachmentFile({ context, layer, path, reply }: LayerCall): Promise<Answer> {
  const found = await readAttachment(
    context.reader,
    layer,
    Number(path['objectid']),
    Number(path['attachmentid']),
  );
  if (!found) throw new MappingError('services:not-found', 'Attachment not found.', { status: 404 });
  const disposition = opensInBrowser(found.content_type) ? 'inline' : 'attachment';
  reply
    .type(found.content_type)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(found.name)}`)
    // An attachment must never run as a page of this server.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=60')
    .send(Buffer.from(found.bytes));
  return sent;
}

/** `…/{layer}/queryAttachments`: by objectIds, globalIds or definitionExpression, filtered by type, size, name and keywords. */
export async function queryAttachments(call: LayerCall): Promise<Answer> {
  const { context, parameters, layer } = call;
  const parents = await parentsOf(call);
  const infos = (await listAttachments(context.reader, layer, [...parents.keys()])).filter(
    filterOf(parameters),
  );
  if (parameters.flag('returnCountOnly')) {
    return {
      attachmentGroups: group(infos).map(([parentObjectId, members]) => ({
        parentObjectId,
        count: members.length,
      })),
    };
  }
  const base = urlBase(call);
  const withUrl = parameters.flag('returnUrl');
  return {
    fields: [],
    attachmentGroups: group(infos).map(([parentObjectId, members]) => ({
      parentObjectId,
      parentGlobalId: parents.get(parentObjectId),
      attachmentInfos: members.map((info) => ({
        ...infoJson(info),
        exifInfo: null,
        ...(withUrl && { url: `${base}/${parentObjectId}/attachments/${info.id}` }),
      })),
    })),
  };
}

/** The features meant, with their global ids. */
async function parentsOf({ context, parameters, layer }: LayerCall): Promise<Map<number, string>> {
  const wanted = ['objectIds', 'globalIds', 'definitionExpression', 'where'].some(
    (name) => parameters.text(name) !== undefined,
  );
  if (!wanted)
    throw parameterError('objectIds', 'Say which features: objectIds, globalIds or definitionExpression.');
  const clauses = [
    parameters.text('definitionExpression'),
    parameters.text('where'),
    globalIdClause(parameters),
  ];
  const where = clauses.filter((clause) => clause !== undefined).map((clause) => `(${clause})`);
  // The language of `where` joins them: nothing of the request gets around it.
  const selection = readSelection(withWhere(parameters, where.join(' AND ')), layer, context.now());
  const ids = await readObjectIds(context.reader, layer, { ...selection, space: null });
  const fields = layer.fields.filter(({ name }) => name === globalIdField);
  const rows = await readFeatures(context.reader, layer, {
    selection: { ...selection, space: null },
    fields,
    geometry: false,
    orderBy: [],
    offset: 0,
    limit: ids.length,
  });
  return new Map(rows.map(({ objectId, values }) => [objectId, String(values[0])]));
}

function globalIdClause(parameters: Parameters): string | undefined {
  const ids = parameters.list('globalIds');
  return ids && `${globalIdField} IN (${ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(',')})`;
}

function withWhere(parameters: Parameters, where: string): Parameters {
  return parameters.with({ where, geometry: '', time: '' });
}

function filterOf(parameters: Parameters): (info: AttachmentInfo) => boolean {
  const types = parameters.list('attachmentTypes');
  const keywords = parameters.list('keywords');
  const [least = 0, most = Infinity] = (parameters.list('size') ?? []).map(Number);
  if (Number.isNaN(least) || Number.isNaN(most)) throw parameterError('size', 'Expected bytes: least,most.');
  return (info) =>
    (!types || types.some((type) => info.contentType.startsWith(type.toLowerCase()))) &&
    (!keywords || keywordsOf(info).some((keyword) => keywords.includes(keyword))) &&
    info.size >= least &&
    info.size <= most;
}

/** One file may have several, between commas. */
function keywordsOf({ keywords }: AttachmentInfo): string[] {
  return keywords.split(',').map((keyword) => keyword.trim());
}

function group(infos: readonly AttachmentInfo[]): [number, AttachmentInfo[]][] {
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
