import { MappingError } from '../../../wire/errors.ts';
import { hasEnded } from '../portal-error.ts';
import type { PortalEndpoint } from '../portal-request.ts';
import { fetchBytes, serviceRequest } from '../service-request.ts';
import { copiedFields, inBatches, type LayerDescription } from './layer-definition.ts';

/** A layer of a service at a portal. */
export interface LayerPlace {
  party: PortalEndpoint;
  /** URL of the layer. */
  url: string;
}

export interface CopiedFeatures {
  copied: number;
  /** Features and attachments that were not copied, with the reason for the first. */
  refused: number;
  reason: string;
}

interface Feature {
  attributes: Record<string, unknown>;
  geometry?: unknown;
}

interface EditResult {
  objectId?: number;
  success: boolean;
  error?: { description?: string; message?: string };
}

/** Features read at once; layers with large geometries have a lower limit of their own. */
const maxPerPage = 1000;

/**
 * Copies all features of a layer with their attachments, page by page in the order of their ids, so that features added
 * meanwhile shift no page.
 */
export async function copyFeatures(
  from: LayerPlace,
  to: LayerPlace,
  layer: LayerDescription,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (copied: number) => void },
): Promise<CopiedFeatures> {
  const identity = layer.objectIdField ?? layer.fields.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  if (!identity)
    throw new MappingError('copy:no-object-ids', 'The layer has no object ids.', { status: 400 });
  const names = copiedFields(layer);
  const outcome: CopiedFeatures = { copied: 0, refused: 0, reason: '' };
  const note = (result: EditResult) => {
    outcome.refused += 1;
    outcome.reason ||= result.error?.description ?? result.error?.message ?? '';
  };
  let last = -1;
  for (;;) {
    const page = await readPage(from, layer, { identity, names, after: last }, signal);
    if (page.length === 0) return outcome;
    for (const batch of inBatches(page)) {
      const features = batch.map((feature) => withoutIdentity(feature, names));
      const { addResults } = await serviceRequest<{ addResults: EditResult[] }>(
        to.party,
        `${to.url}/addFeatures`,
        {
          params: { features: JSON.stringify(features), rollbackOnFailure: false },
          post: true,
          signal,
        },
      );
      const ids = new Map<number, number>();
      for (const [index, result] of addResults.entries()) {
        const id = Number(batch[index]?.attributes[identity]);
        if (result.success && result.objectId !== undefined) ids.set(id, result.objectId);
        else note(result);
      }
      outcome.copied += ids.size;
      onProgress(outcome.copied);
      if (layer.hasAttachments) await copyAttachments(from, to, ids, signal, note);
    }
    const [end] = page.slice(-1);
    last = Number(end?.attributes[identity]);
  }
}

async function readPage(
  { party, url }: LayerPlace,
  layer: LayerDescription,
  { identity, names, after }: { identity: string; names: readonly string[]; after: number },
  signal: AbortSignal,
): Promise<Feature[]> {
  const reference = layer.extent?.spatialReference;
  const wkid = reference?.latestWkid ?? reference?.wkid;
  const { features } = await serviceRequest<{ features: Feature[] }>(party, `${url}/query`, {
    params: {
      where: `${identity} > ${after}`,
      orderByFields: identity,
      outFields: [identity, ...names].join(','),
      returnGeometry: layer.geometryType !== undefined,
      returnZ: layer.hasZ === true,
      returnM: layer.hasM === true,
      resultRecordCount: Math.min(layer.maxRecordCount ?? maxPerPage, maxPerPage),
      ...(wkid !== undefined && { outSR: wkid }),
    },
    signal,
  });
  return features;
}

function withoutIdentity({ attributes, geometry }: Feature, names: readonly string[]): Feature {
  const copied = Object.fromEntries(names.map((name) => [name, attributes[name] ?? null]));
  return { attributes: copied, ...(geometry !== undefined && { geometry }) };
}

interface AttachmentInfo {
  id: number;
  name: string;
  contentType: string;
}

/** @param ids object ids of the source and of their copies */
async function copyAttachments(
  from: LayerPlace,
  to: LayerPlace,
  ids: ReadonlyMap<number, number>,
  signal: AbortSignal,
  note: (result: EditResult) => void,
): Promise<void> {
  for await (const { parentObjectId, id, name, contentType } of attachmentsOf(
    from,
    [...ids.keys()],
    signal,
  )) {
    try {
      const bytes = await fetchBytes(from.party, `${from.url}/${parentObjectId}/attachments/${id}`, signal);
      await serviceRequest(to.party, `${to.url}/${ids.get(parentObjectId)}/addAttachment`, {
        params: { attachment: new File([bytes], name, { type: contentType }) },
        post: true,
        signal,
      });
    } catch (error) {
      if (signal.aborted || hasEnded(error)) throw error;
      note({ success: false, error: { message: error instanceof Error ? error.message : '' } });
    }
  }
}

/** The attachments of features, of which servers may list only some at once. */
async function* attachmentsOf(
  { party, url }: LayerPlace,
  objectIds: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<AttachmentInfo & { parentObjectId: number }> {
  let offset = 0;
  for (let isMore = objectIds.length > 0; isMore;) {
    const { attachmentGroups, exceededTransferLimit = false } = await serviceRequest<{
      attachmentGroups: { parentObjectId: number; attachmentInfos: AttachmentInfo[] }[];
      exceededTransferLimit?: boolean;
    }>(party, `${url}/queryAttachments`, {
      params: {
        objectIds: objectIds.join(','),
        returnUrl: false,
        ...(offset > 0 && { resultOffset: offset }),
      },
      post: true,
      signal,
    });
    const found = attachmentGroups.flatMap(({ parentObjectId, attachmentInfos }) =>
      attachmentInfos.map((info) => ({ ...info, parentObjectId })),
    );
    yield* found;
    offset += found.length;
    isMore = exceededTransferLimit && found.length > 0;
  }
}
