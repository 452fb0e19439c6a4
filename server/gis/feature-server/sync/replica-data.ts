import { limits } from '../../../limits.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  attachmentsOf,
  readAttachmentBytes,
  type SyncedAttachment,
} from '../../storage/attachment-changes-store.ts';
import { readGeneration } from '../../storage/changes-store.ts';
import { readFeatures, readObjectIds } from '../../storage/feature-store.ts';
import type { ReplicaDefinition, ReplicaLayer } from '../../storage/replica-store.ts';
import type { ServiceCall } from '../context.ts';
import { writeFeatures } from './layer-filter.ts';
import { layerOfReplica, selectionOf } from './replica-definition.ts';
import { pathOf } from '../../../platform/http/page-request.ts';

/** The features of a new replica, with their attachments: those of the generation it was created with. */
export async function writeReplica(
  call: ServiceCall,
  definition: ReplicaDefinition,
): Promise<{ id: number; features: object[]; attachments?: object[] }[]> {
  const layers: { id: number; features: object[]; attachments?: object[] }[] = [];
  let left: number = limits.replicaFeatures;
  const files = attachmentWriter(call, definition);
  for (const part of definition.layers) {
    const layer = layerOfReplica(call.layers, part.id);
    const rows = await readLayerRows(call, definition, part, layer, left);
    left -= rows.length;
    const ids = rows.map(({ objectId }) => objectId);
    const attachments =
      definition.attachments === 'bidirectional' &&
      (await files.write(
        layer,
        await attachmentsOf(call.context.reader, layer, ids, part.serverGen, files.left() + 1),
      ));
    layers.push({
      id: part.id,
      features: writeFeatures(layer, rows, definition.wkid ?? undefined),
      ...(attachments && { attachments }),
    });
  }
  return layers;
}

/** Features and attachments that a job reads at a time. */
const window = 2000;

/** The same as text, a window of features at a time, so that a large replica needs little memory. */
export async function* replicaText(
  call: ServiceCall,
  definition: ReplicaDefinition,
  head: object,
): AsyncGenerator<string> {
  const { reader, job } = call.context;
  const files = attachmentWriter(call, definition);
  yield `${JSON.stringify(head).slice(0, -1)},"layers":[`;
  for (const [index, part] of definition.layers.entries()) {
    const layer = layerOfReplica(call.layers, part.id);
    const past = { ...layer, moment: part.serverGen };
    const selection = selectionOf(definition, part, past, call);
    const ids = selection ? await readObjectIds(reader, past, selection) : [];
    const attachments: string[] = [];
    yield `${index > 0 ? ',' : ''}{"id":${part.id},"features":[`;
    for (let from = 0; from < ids.length; from += window) {
      const some = ids.slice(from, from + window);
      const rows = await readGeneration(reader, layer, part.serverGen, some);
      const text = JSON.stringify(writeFeatures(layer, rows, definition.wkid ?? undefined)).slice(1, -1);
      yield `${from > 0 && text !== '' ? ',' : ''}${text}`;
      if (definition.attachments === 'bidirectional') {
        const found = await attachmentsOf(reader, layer, some, part.serverGen, files.left() + 1);
        attachments.push(...(await files.write(layer, found)).map((each) => JSON.stringify(each)));
      }
      if (job) job.progress[0] = (job.progress[0] ?? 0) + rows.length;
    }
    yield definition.attachments === 'bidirectional' ? `],"attachments":[${attachments.join(',')}]}` : ']}';
  }
  yield ']}';
}

async function readLayerRows(
  call: ServiceCall,
  definition: ReplicaDefinition,
  part: ReplicaLayer,
  layer: HostedLayer,
  left: number,
) {
  const past = { ...layer, moment: part.serverGen };
  const selection = selectionOf(definition, part, past, call);
  if (!selection) return [];
  const rows = await readFeatures(call.context.reader, past, {
    selection,
    fields: layer.fields,
    geometry: layer.geometryType !== null,
    orderBy: [],
    offset: 0,
    limit: left + 1,
  });
  if (rows.length > left)
    throw arcgisError('services:invalid-query', {
      message: `A replica has at most ${limits.replicaFeatures} features.`,
    });
  return rows;
}

/** Writes attachments by address or as text, within the limits of one response. */
export function attachmentWriter(
  { context, request }: ServiceCall,
  { attachmentsByUrl, layers }: ReplicaDefinition,
) {
  let [count, bytes] = [0, 0];
  const [service = ''] = /^.*\/FeatureServer(?=\/|$)/i.exec(pathOf(request)) ?? [];
  const tooMany = (problem: string) =>
    parameterError(attachmentsByUrl ? 'geometry' : 'returnAttachmentsDataByUrl', problem);
  return {
    left: () => limits.replicaAttachments - count,
    async write(layer: HostedLayer, attachments: readonly SyncedAttachment[]): Promise<object[]> {
      count += attachments.length;
      if (count > limits.replicaAttachments)
        throw tooMany(
          `One response contains at most ${limits.replicaAttachments} attachments. ${
            layers.length > 1 ? 'Choose a smaller area or fewer layers.' : 'Choose a smaller area.'
          }`,
        );
      if (!attachmentsByUrl) {
        bytes += attachments.reduce((sum, { size }) => sum + size, 0);
        if (bytes > limits.replicaAttachmentBytes)
          throw tooMany(
            `The attachments have more than ${limits.replicaAttachmentBytes} bytes. Set returnAttachmentsDataByUrl to true.`,
          );
      }
      const contents = attachmentsByUrl
        ? undefined
        : await readAttachmentBytes(
            context.reader,
            layer,
            attachments.map(({ id }) => id),
          );
      return attachments.map((one) => ({
        attachmentId: one.id,
        globalId: one.globalId,
        parentGlobalId: one.parentGlobalId,
        name: one.name,
        contentType: one.contentType,
        size: one.size,
        keywords: one.keywords,
        ...(contents
          ? { data: Buffer.from(contents.get(one.id) ?? []).toString('base64') }
          : {
              url: `${context.publicUrl}${service}/${layer.layerId}/${one.parentObjectId}/attachments/${one.id}`,
            }),
      }));
    },
  };
}
