import { arcgisError, editCodes } from '../../../platform/http/arcgis-error.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { limits } from '../../../limits.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import * as store from '../../storage/attachment-store.ts';
import type { LayerEdits } from '../../storage/edit-store.ts';
import { existingAttachments } from '../../storage/offline-edits-store.ts';
import { parseGuid } from '../../where/temporal-literal.ts';
import { notOwn } from '../rights.ts';
import { findUnknown } from '../../definitions/refuse-unkept.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { invalidAttachment, readBase64, type ReadFile, takeUploaded } from './read-file.ts';

/** Attachments sent with feature edits; each has its own GlobalID and that of its feature. */
export interface AttachmentEdits {
  adds: readonly unknown[];
  updates: readonly unknown[];
  deletes: readonly unknown[];
}

export interface AttachmentResult {
  objectId: number | null;
  globalId: string | null;
  success: boolean;
  error?: { code: number; description: string };
}

export interface AttachmentResults {
  addResults: AttachmentResult[];
  updateResults: AttachmentResult[];
  deleteResults: AttachmentResult[];
}

/**
 * Reads the parameter `attachments`; undefined when it contains none.
 * @throws MappingError 400 when it is not a list, too long, or attachments are not supported
 */
export function readAttachmentEdits(
  value: unknown,
  layer: HostedLayer,
  useGlobalIds: boolean,
): AttachmentEdits | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw parameterError('attachments', 'Expected an object with adds, updates and deletes.');
  const lists = value as Record<string, unknown>;
  const unknown = findUnknown(value, listNames);
  if (unknown !== undefined)
    throw parameterError(`attachments.${unknown}`, 'Expected adds, updates and deletes.');
  const list = (name: string): unknown[] => {
    const members = lists[name] ?? [];
    if (!Array.isArray(members)) throw parameterError(`attachments.${name}`, 'Expected a list.');
    return members as unknown[];
  };
  const edits = { adds: list('adds'), updates: list('updates'), deletes: list('deletes') };
  const count = edits.adds.length + edits.updates.length + edits.deletes.length;
  if (count === 0) return undefined;
  if (count > limits.attachmentEdits)
    throw parameterError('attachments', `Send at most ${limits.attachmentEdits} attachments at once.`);
  if (!layer.hasAttachments)
    throw arcgisError('services:not-supported', { message: 'This layer does not support attachments.' });
  if (!useGlobalIds)
    throw parameterError('attachments', 'Attachments are edited by GlobalID: send useGlobalIds=true.');
  return edits;
}

const listNames = new Set(['adds', 'updates', 'deletes']);

/** Of an attachment: those that are read, and those that the file or the server decides. */
const attachmentMembers = new Set(
  [
    'globalId parentGlobalId name keywords data uploadId',
    'contentType size attachmentId id parentObjectId exifInfo exifinfo',
  ].flatMap((names) => names.split(' ')),
);

/** The GlobalID of an attachment's feature. */
export function parentOf(attachment: unknown): string | undefined {
  return guidAt(attachment, 'parentGlobalId');
}

const missing = { code: editCodes.notFound, description: 'Attachment not found.' };

/** Who edits attachments, and of which features. */
interface AttachmentEditor {
  caller: string | null;
  now: number;
  /** Only of features that this user created; undefined: of all. */
  creator: string | undefined;
  /** Object ids, by GlobalID, of the features that the same request has added: a view may not show them, and those of visitors have no creator. */
  added: ReadonlyMap<string, number>;
  explain: (error: unknown) => string;
}

/**
 * Applies attachment edits one by one; the caller decides about a rollback and holds the layer's lock.
 * @param explain returns the message of an error that belongs to one edit; throws one that ends the whole
 * request
 */
export async function applyAttachmentEdits(
  transaction: Transaction<Tables>,
  edits: LayerEdits,
  layer: HostedLayer,
  request: AttachmentEdits,
  { caller, now, creator, added, explain }: AttachmentEditor,
): Promise<AttachmentResults> {
  const taker = { serviceId: layer.service.id, caller, now };

  const add = async (attachment: unknown) => {
    const globalId = guidAt(attachment, 'globalId');
    const parent = parentOf(attachment);
    if (globalId === undefined) throw invalidAttachment('globalId', 'Specify its GlobalID.');
    if (parent === undefined) throw invalidAttachment('parentGlobalId', 'Specify the feature it belongs to.');
    const objectId =
      added.get(parent) ?? (await store.findObjectId(transaction, layer, { globalId: parent }, creator));
    if (objectId === undefined)
      throw invalidAttachment(
        'parentGlobalId',
        creator === undefined ? 'No feature has this GlobalID.' : notOwn,
      );
    if ((await existingAttachments(transaction, layer, [globalId])).has(globalId))
      throw invalidAttachment('globalId', 'An attachment with this GlobalID already exists.');
    const file = await readFile(attachment);
    const input = { ...file, globalId, keywords: textAt(attachment, 'keywords') ?? '' };
    return store.addAttachment(transaction, layer, objectId, input, now);
  };

  const update = async (attachment: unknown) => {
    const found = await find(guidAt(attachment, 'globalId'));
    if (!found) return undefined;
    const parent = parentOf(attachment);
    if (
      parent !== undefined &&
      (await store.findObjectId(transaction, layer, { globalId: parent })) !== found.parentObjectId
    )
      return undefined;
    const file = await readFile(attachment, found.name);
    const input = { ...file, keywords: textAt(attachment, 'keywords') ?? found.keywords };
    return store.replaceAttachment(transaction, layer, found.parentObjectId, found.id, input);
  };

  const remove = async (id: unknown) => {
    const found = typeof id === 'string' ? await find(parseGuid(id)) : undefined;
    return found && store.deleteAttachment(transaction, layer, found.parentObjectId, found.id);
  };

  const find = async (globalId: string | undefined) => {
    const found =
      globalId === undefined ? undefined : await store.findAttachment(transaction, layer, globalId);
    if (!found || creator === undefined) return found;
    const key = { objectId: found.parentObjectId };
    return (await store.findObjectId(transaction, layer, key, creator)) === undefined ? undefined : found;
  };

  /** @param known the existing name: an upload has one, text does not */
  const readFile = async (attachment: unknown, known?: string): Promise<ReadFile> => {
    const unknown = findUnknown(attachment, attachmentMembers);
    if (unknown !== undefined) throw invalidAttachment(unknown, 'An attachment has no such member.');
    const uploadId = textAt(attachment, 'uploadId');
    const name = textAt(attachment, 'name');
    if (uploadId !== undefined) return takeUploaded(transaction, uploadId, taker, name);
    const data = textAt(attachment, 'data');
    if (data === undefined)
      throw invalidAttachment('data', 'Send the file as data, or upload it and send uploadId.');
    const called = name ?? known;
    if (called === undefined) throw invalidAttachment('name', 'Specify the file name.');
    return readBase64(called, data);
  };

  const eachOf = async (
    items: readonly unknown[],
    run: (item: unknown) => Promise<{ id: number; globalId: string } | undefined>,
  ): Promise<AttachmentResult[]> => {
    const results: AttachmentResult[] = [];
    for (const item of items) {
      const [outcome] = await edits.attempt([item], async () => [await run(item)], explain);
      if (outcome && 'written' in outcome && outcome.written) {
        edits.touch();
        results.push({ objectId: outcome.written.id, globalId: outcome.written.globalId, success: true });
        continue;
      }
      const error =
        outcome && 'failed' in outcome ? { code: editCodes.failed, description: outcome.failed } : missing;
      results.push({ objectId: null, globalId: globalIdOf(item), success: false, error });
    }
    return results;
  };

  return {
    addResults: await eachOf(request.adds, add),
    updateResults: await eachOf(request.updates, update),
    deleteResults: await eachOf(request.deletes, remove),
  };
}

/** Clients match results to their edits by id, so a failure includes it. */
function globalIdOf(item: unknown): string | null {
  return (typeof item === 'string' ? parseGuid(item) : guidAt(item, 'globalId')) ?? null;
}

function textAt(attachment: unknown, name: string): string | undefined {
  if (typeof attachment !== 'object' || attachment === null) return undefined;
  const value = (attachment as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

function guidAt(attachment: unknown, name: string): string | undefined {
  return parseGuid(textAt(attachment, name) ?? '');
}
