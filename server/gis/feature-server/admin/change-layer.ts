import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOwnership } from '../../definitions/editor-tracking.ts';
import type { Refuse } from '../../definitions/field-definition.ts';
import { readTime } from '../../definitions/layer-members.ts';
import { readIndexedFields, tooManyIndexes } from '../../definitions/read-indexes.ts';
import type { HistoryReaders, HostedLayer, LayerIndex } from '../../layer/layer.ts';
import { createArchive, dropArchive, momentAfter } from '../../storage/archive-store.ts';
import * as store from '../../storage/schema-store.ts';
import { layerJson } from '../layer-json.ts';
import { changeFields, requireField } from './change-fields.ts';
import { changeSubtypes } from './change-subtypes.ts';
import {
  type addedIndex,
  changedField,
  layerUpdate,
  type LayerUpdate,
  readDefinition,
  refuseOtherChanges,
} from './read-definition.ts';
import type { z } from 'zod';

type Transaction = store.LockedService['transaction'];

const parameter = 'updateDefinition';

/** Applies `updateDefinition` to a layer. */
export async function updateLayer(
  transaction: Transaction,
  layer: HostedLayer,
  given: unknown,
  now: number,
): Promise<HostedLayer> {
  const update = readDefinition(layerUpdate, parameter, given);
  const { fields: sent } = update;
  const fields = sent?.map((field) => readDefinition(changedField, `${parameter}.fields`, bare(field))) ?? [];
  const described = applyUpdate(await changeFields(transaction, layer, fields), update);
  const wanted = update.isDataArchived ?? Boolean(layer.archive);
  const readers = update.archivingInfo?.historyReaders;
  const changed = withReaders(await archive(transaction, described, wanted, now), readers);
  const { templates: _templates, ...json } = layerJson(
    changed,
    { mayRead: true, mayEdit: true, mayAdminister: true, caller: null },
    null,
  ) as Record<string, unknown>;
  refuseOtherChanges(parameter, update, Object.keys(layerUpdate.shape), json);
  refuseOtherChanges(
    `${parameter}.archivingInfo`,
    update.archivingInfo ?? {},
    ['historyReaders'],
    json['archivingInfo'] as Record<string, unknown>,
  );
  return changed;
}

/** Begins the history of a layer, or deletes it. */
async function archive(
  transaction: Transaction,
  layer: HostedLayer,
  wanted: boolean,
  now: number,
): Promise<HostedLayer> {
  if (wanted === Boolean(layer.archive)) return layer;
  if (!wanted) {
    await dropArchive(transaction, layer);
    return { ...layer, archive: null };
  }
  await createArchive(transaction, layer);
  // Edits until now have no former version in the history.
  return { ...layer, archive: { startedAt: momentAfter(layer.editedAt, now) } };
}

function withReaders(layer: HostedLayer, readers: HistoryReaders | undefined): HostedLayer {
  if (readers === undefined) return layer;
  if (!layer.archive)
    throw parameterError(
      `${parameter}.archivingInfo`,
      'The layer keeps no history: set isDataArchived to true, too.',
    );
  return { ...layer, archive: { ...layer.archive, readers } };
}

/** Members of a described field that cannot be changed and do no harm. */
function bare({ visible, ...field }: Record<string, unknown>): object {
  return visible === true ? field : { ...field, ...(visible !== undefined && { visible }) };
}

const refuseIn =
  (name: string): Refuse =>
  (problem) =>
    parameterError(name, problem);

/** A layer with what an update names, except its fields. Rights that are not named stay as they are, so that none is opened unasked. */
export function applyUpdate(layer: HostedLayer, update: LayerUpdate): HostedLayer {
  const {
    drawingInfo,
    templates,
    types,
    ownershipBasedAccessControlForFeatures: ownership,
    visitorAccess,
  } = update;
  const nameOf = (name: string) => requireField(layer.fields, name).name;
  return {
    ...layer,
    ...(update.name !== undefined && { name: update.name }),
    ...(update.description !== undefined && { description: update.description ?? '' }),
    ...(update.copyrightText !== undefined && { copyright: update.copyrightText ?? '' }),
    ...(update.maxRecordCount && { maxRecordCount: update.maxRecordCount }),
    ...(update.displayField && { displayField: nameOf(update.displayField) }),
    minScale: update.minScale ?? layer.minScale,
    maxScale: update.maxScale ?? layer.maxScale,
    defaultVisibility: update.defaultVisibility ?? layer.defaultVisibility,
    ...(drawingInfo !== undefined && { drawingInfo }),
    ...(templates !== undefined && { templates: templates ?? [] }),
    ...(types !== undefined && { types: types ?? [] }),
    ...(update.typeIdField !== undefined && {
      typeIdField: update.typeIdField ? nameOf(update.typeIdField) : null,
    }),
    ...changeSubtypes(layer, update, parameter),
    ...(update.timeInfo !== undefined && {
      timeInfo: readTime(layer.fields, update.timeInfo, refuseIn(`${parameter}.timeInfo`)),
    }),
    hasAttachments: readAttachments(layer, update.hasAttachments ?? layer.hasAttachments),
    ...(visitorAccess !== undefined && {
      visitors: visitorAccess && {
        mayAdd: visitorAccess.add ?? layer.visitors?.mayAdd ?? false,
        mayRead: visitorAccess.query ?? layer.visitors?.mayRead ?? true,
      },
    }),
    ...(ownership !== undefined && {
      ownership: readOwnership(layer, ownership, refuseIn(parameter)),
    }),
  };
}

function readAttachments(layer: HostedLayer, wanted: boolean): boolean {
  if (!wanted && layer.hasAttachments)
    throw parameterError(
      `${parameter}.hasAttachments`,
      'Attachments cannot be turned off, because they would be lost.',
    );
  return wanted;
}

export async function addIndexes(
  transaction: Transaction,
  layer: HostedLayer,
  added: readonly z.output<typeof addedIndex>[],
): Promise<HostedLayer> {
  const indexes = [...(layer.indexes ?? [])];
  if (added.length > 0 && indexes.length + added.length > limits.layerIndexes)
    throw parameterError('indexes', tooManyIndexes);
  for (const { name, fields: list, isUnique, description } of added) {
    if (indexes.some((index) => index.name.toLowerCase() === name.toLowerCase()))
      throw parameterError('indexes', `There is an index ${name} already.`);
    const index: LayerIndex = {
      name,
      fields: readIndexedFields(list, layer.fields, (problem) => parameterError('indexes', problem)),
      isUnique,
      description,
      storedName: freeName(layer, indexes),
    };
    try {
      await store.createIndex(transaction, layer, index);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === '54000') throw parameterError('indexes', `Some texts are too long for the index ${name}.`);
      if (code !== '23505') throw error;
      throw parameterError('indexes', `The index ${name} cannot be unique: some features share a value.`);
    }
    indexes.push(index);
  }
  return { ...layer, indexes };
}

function freeName({ tableName }: HostedLayer, indexes: readonly LayerIndex[]): string {
  const numbers = indexes.map(({ storedName }) => Number(storedName.split('_').at(-1)));
  return `${tableName}_own_${Math.max(0, ...numbers) + 1}`;
}

export async function deleteIndexes(
  transaction: Transaction,
  layer: HostedLayer,
  names: readonly string[],
): Promise<HostedLayer> {
  let { indexes = [] } = layer;
  for (const name of names) {
    const index = indexes.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!index) throw parameterError('indexes', `There is no index ${name} that can be deleted.`);
    await store.dropIndex(transaction, index);
    indexes = indexes.filter((each) => each !== index);
  }
  return { ...layer, indexes };
}
