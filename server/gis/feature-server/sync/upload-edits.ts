import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { editCodes } from '../../../platform/http/arcgis-error.ts';
import { byPlace } from '../../layer/layer.ts';
import { exemptFromQuotas } from '../../storage/archive-store.ts';
import type { FeatureKey } from '../../storage/edit-store.ts';
import {
  deleteAgain,
  existingAttachments,
  existingFeatures,
  lockLayer,
  reviveFeatures,
} from '../../storage/offline-edits-store.ts';
import { lockReplica, type Replica, saveUpload, type SentEdit } from '../../storage/replica-store.ts';
import type { ServiceCall } from '../context.ts';
import { applyEdits, type EditRequest, type EditResult, type EditResults } from '../edit/apply-edits.ts';
import { mustMakeEdits, noEdits, onlyDeletes } from '../edit/operations.ts';
import { globalIdOf } from '../edit/read-feature.ts';
import { ownOnly, refuse } from '../rights.ts';
import { attachmentIdOf, type LayerUpload, uploadKinds, type UploadKind } from './read-upload.ts';
import { unknownReplica } from './find-replica.ts';
import {
  type Named,
  readSentEdits,
  repeatedEdits,
  type SentEdits,
  type StoredUpload,
  withUpload,
} from './sent-edits.ts';

/** Results of the edits of one layer, in the order in which they were sent. */
export type UploadResults = Record<UploadKind, EditResult[]> & { id: number };

/**
 * Applies the edits of a client once, in one transaction that also stores their results: an edit that is sent again, by itself or
 * among others, gets its former result. Later edits win: an update of a feature that was deleted meanwhile puts it back, and an
 * added feature that exists is updated.
 * @param rollbackOnFailure whether nothing is stored when an edit fails
 * @param named the generations that the client names
 */
export async function applyUpload(
  call: ServiceCall,
  replica: Replica,
  uploads: readonly LayerUpload[],
  { rollbackOnFailure, named }: { rollbackOnFailure: boolean; named: Named },
): Promise<SentEdits> {
  const { context, service, rights } = call;
  // Visitors add features with applyEdits, which counts them.
  if (!rights.mayEdit) throw refuse(rights);
  for (const { layer, request } of uploads) mustMakeEdits(request, layer, rights);
  // An attachment may only be of a feature that is added: without a rollback, it could become that of an existing one.
  const isWhole = rollbackOnFailure || !service.capabilities.includes('Update');
  return context.database.transaction().execute(async (transaction) => {
    const locked = await lockReplica(transaction, replica.id);
    if (!locked) throw unknownReplica(replica.id);
    const sent = readSentEdits(locked.uploaded);
    const latest = new Map(locked.generations.map(({ id, serverGen }) => [id, serverGen]));
    const known = repeatedEdits(sent, named, latest);
    if (locked.closedAt !== null && !isRepeated(uploads, known)) throw unknownReplica(replica.id);
    const former = new Set(known.values());
    const stored: StoredUpload = [];
    const results: UploadResults[] = [];
    if (uploads.every(({ request }) => onlyDeletes(request))) await exemptFromQuotas(transaction);
    // Always in the same order, so that two uploads wait for each other instead of deadlocking.
    for (const upload of uploads.toSorted((a, b) => byPlace(a.layer, b.layer))) {
      const { id, digests } = { id: upload.layer.layerId, digests: digestsOf(upload) };
      const done = await applyToLayer(transaction, call, upload, digests, known);
      results.push({ id, ...done });
      stored.push({ id, ...pairs(digests, done) });
    }
    if (isWhole) refuseFailed(results.map((each) => newResults(each, former)));
    const saved = withUpload(sent, randomUUID(), stored);
    await saveUpload(transaction, replica.id, saved);
    return saved;
  });
}

/** @throws MappingError 400 that names some of the failed edits: none is stored then */
function refuseFailed(results: readonly EditResults[]): void {
  const failures = results
    .flatMap(({ addResults, updateResults, deleteResults, attachments }) => [
      ...[...addResults, ...(attachments?.addResults ?? [])].map((each) => ({ ...each, path: 'edits.adds' })),
      ...[...updateResults, ...(attachments?.updateResults ?? [])].map((each) => ({
        ...each,
        path: 'edits.updates',
      })),
      ...[...deleteResults, ...(attachments?.deleteResults ?? [])].map((each) => ({
        ...each,
        path: 'edits.deletes',
      })),
    ])
    .filter(({ success }) => !success);
  if (failures.length === 0) return;
  const faults = failures.slice(0, 10).map(({ path, globalId, error }) => ({
    path,
    message: `${globalId ?? ''} ${error?.description ?? ''}`.trim(),
  }));
  throw new MappingError(
    'services:sync-rolled-back',
    `${failures.length} edits failed, so none was stored. Correct them, or send rollbackOnFailure=false.`,
    { status: 400, faults },
  );
}

/** Whether every edit was applied before. */
function isRepeated(uploads: readonly LayerUpload[], known: ReadonlyMap<string, EditResult>): boolean {
  return uploads.every((upload) =>
    Object.values(digestsOf(upload)).every((digests) => digests.every((digest) => known.has(digest))),
  );
}

type Digests = Record<UploadKind, string[]>;

/** Digests of the content of each edit, of 132 bits. */
function digestsOf({ layer, edits }: LayerUpload): Digests {
  const digest = (kind: UploadKind) => (edit: unknown) =>
    createHash('sha256')
      .update(`${layer.layerId} ${kind} ${JSON.stringify(edit)}`)
      .digest('base64url')
      .slice(0, 22);
  return eachKind((kind) => edits[kind].map(digest(kind)));
}

function eachKind<Value>(of: (kind: UploadKind) => Value): Record<UploadKind, Value> {
  return Object.fromEntries(uploadKinds.map((kind) => [kind, of(kind)])) as Record<UploadKind, Value>;
}

function pairs(digests: Digests, done: Record<UploadKind, EditResult[]>) {
  return eachKind((kind) =>
    digests[kind].map((digest, index): SentEdit<EditResult> => [digest, done[kind][index] as EditResult]),
  );
}

/** The results of edits that no earlier request applied, in the form that decides about a rollback. */
function newResults(results: UploadResults, former: ReadonlySet<EditResult>): EditResults {
  const isNew = (result: EditResult) => !former.has(result);
  return {
    addResults: results.adds.filter(isNew),
    updateResults: results.updates.filter(isNew),
    deleteResults: results.deletes.filter(isNew),
    attachments: {
      addResults: results.attachmentAdds.filter(isNew),
      updateResults: results.attachmentUpdates.filter(isNew),
      deleteResults: results.attachmentDeletes.filter(isNew),
    },
  };
}

/** An edit that is to be applied, with its place among those that were sent. */
interface Pending {
  kind: UploadKind;
  index: number;
  edit: unknown;
}

async function applyToLayer(
  transaction: Transaction<Tables>,
  call: ServiceCall,
  { layer, edits }: LayerUpload,
  digests: Digests,
  known: ReadonlyMap<string, EditResult>,
): Promise<Record<UploadKind, EditResult[]>> {
  const { context, service, rights } = call;
  const editor = { caller: rights.caller, now: context.now() };
  const results = eachKind<EditResult[]>((kind) => {
    const former = digests[kind].map((digest) => known.get(digest));
    return former as EditResult[];
  });
  const pendingOf = (kind: UploadKind): Pending[] =>
    edits[kind].flatMap((edit, index) => (results[kind][index] ? [] : [{ kind, index, edit }]));
  if (uploadKinds.every((kind) => pendingOf(kind).length === 0)) return results;
  await lockLayer(transaction, layer);
  const may = (capability: 'Create' | 'Update') => service.capabilities.includes(capability);
  const own = ownOnly(layer, rights);

  const added = pendingOf('adds');
  const present = await existingFeatures(transaction, layer, idsOf(added, globalIdOf));
  const isPresent = ({ edit }: Pending) => may('Update') && present.has(globalIdOf(edit) ?? '');
  const changed = pendingOf('updates');
  const there = await existingFeatures(transaction, layer, idsOf(changed, globalIdOf));
  const sentAdds = new Set(edits.adds.map(globalIdOf));
  const missing = idsOf(changed, globalIdOf).filter((id) => !there.has(id) && !sentAdds.has(id));
  const revived =
    may('Create') && own.update === undefined
      ? await reviveFeatures(transaction, layer, missing, editor)
      : [];

  const files = pendingOf('attachmentAdds');
  const presentFiles = await existingAttachments(transaction, layer, idsOf(files, attachmentIdOf));
  const isFile = ({ edit }: Pending) => presentFiles.has(attachmentIdOf(edit) ?? '');

  const applied = {
    adds: added.filter((one) => !isPresent(one)),
    updates: [...added.filter(isPresent), ...changed],
    deletes: pendingOf('deletes'),
    attachmentAdds: files.filter((one) => !isFile(one)),
    attachmentUpdates: [...files.filter(isFile), ...pendingOf('attachmentUpdates')],
    attachmentDeletes: pendingOf('attachmentDeletes'),
  };
  const listOf = (kind: UploadKind) => applied[kind].map(({ edit }) => edit);
  const request: EditRequest = {
    ...noEdits,
    useGlobalIds: true,
    adds: listOf('adds'),
    updates: listOf('updates'),
    deletes: listOf('deletes') as FeatureKey[],
    attachments: {
      adds: listOf('attachmentAdds'),
      updates: listOf('attachmentUpdates'),
      deletes: listOf('attachmentDeletes'),
    },
  };
  mustMakeEdits(request, layer, rights);
  const response = await applyEdits(transaction, layer, request, { ...editor, own, onLoop: context.onLoop });
  const place = (kind: UploadKind, list: readonly EditResult[] = []) => {
    for (const [index, result] of list.entries()) {
      const from = applied[kind][index];
      if (from) results[from.kind][from.index] = result;
    }
  };
  place('adds', response.addResults);
  place('updates', response.updateResults);
  place('deletes', response.deleteResults.map(goneIsDeleted));
  place('attachmentAdds', response.attachments?.addResults);
  place('attachmentUpdates', response.attachments?.updateResults);
  place('attachmentDeletes', response.attachments?.deleteResults.map(goneIsDeleted));
  const failed = new Set(
    applied.updates.flatMap(({ edit }, index) =>
      response.updateResults[index]?.success ? [] : [globalIdOf(edit)],
    ),
  );
  await deleteAgain(
    transaction,
    layer,
    revived.filter((id) => failed.has(id)),
    editor,
  );
  return results;
}

function idsOf(pending: readonly Pending[], read: (edit: unknown) => string | undefined): string[] {
  return pending.flatMap(({ edit }) => read(edit) ?? []);
}

/** Deleting a feature that others have deleted already succeeds. */
function goneIsDeleted(result: EditResult): EditResult {
  const { success, error } = result;
  if (
    success ||
    error?.code !== editCodes.notFound ||
    !/^(Feature|Attachment) not found\.$/.test(error.description)
  )
    return result;
  return { objectId: null, globalId: result.globalId, success: true };
}
