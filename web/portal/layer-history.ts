import type { HostedField, HostedLayer } from './hosted-service.ts';
import type { PortalConnection } from './portal-connection.ts';
import { serviceRequest } from './service-request.ts';

/** The value of a field, before or after a change. */
type Value = string | number | null;

/** A change of a feature. */
export interface FeatureChange {
  objectId: number;
  /** Epoch milliseconds. */
  moment: number;
  /** Username; null for programs of the operator and visitors. */
  editor: string | null;
  change: 'added' | 'changed' | 'deleted';
  /** What is different after it. */
  fields: { name: string; from: Value; to: Value }[];
  geometryChanged: boolean;
}

/** The changed fields that a layer describes, with their values as text; without those that record the editor. */
export function changedValues(
  layer: Pick<HostedLayer, 'fields' | 'editFieldsInfo'>,
  fields: FeatureChange['fields'],
  text: (field: HostedField, value: Value) => string,
): { name: string; label: string; from: string; to: string }[] {
  const recorded = new Set(Object.values(layer.editFieldsInfo ?? {}));
  return fields.flatMap(({ name, from, to }) => {
    const field = layer.fields.find((one) => one.name === name);
    return field && !recorded.has(name)
      ? [{ name, label: field.alias || name, from: text(field, from), to: text(field, to) }]
      : [];
  });
}

/** Which changes to load; times in epoch milliseconds, both included. */
export interface ChangesWanted {
  objectIds?: readonly number[];
  editor?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  offset: number;
  count: number;
}

/** Numbers of features that are restored. */
export interface RestoredCounts {
  added: number;
  updated: number;
  deleted: number;
}

/**
 * Loads changes of a layer, newest first.
 * @param layer address of the layer
 * @throws MappingError `portal:*`
 */
export async function loadChanges(
  connection: PortalConnection,
  layer: string,
  { objectIds, editor, from, to, offset, count }: ChangesWanted,
  signal?: AbortSignal,
): Promise<{ changes: FeatureChange[]; more: boolean }> {
  const { changes, exceededTransferLimit: more = false } = await serviceRequest<{
    changes: FeatureChange[];
    exceededTransferLimit?: boolean;
  }>(connection, `${layer}/queryHistory`, {
    params: {
      ...(objectIds && { objectIds: objectIds.join(',') }),
      ...(editor && { editor }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      resultOffset: offset,
      resultRecordCount: count,
    },
    signal,
  });
  return { changes, more };
}

/** The usernames of those who changed features of a layer. @throws MappingError `portal:*` */
export async function loadEditors(
  connection: PortalConnection,
  layer: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const { editors } = await serviceRequest<{ editors: string[] }>(connection, `${layer}/queryHistory`, {
    params: { returnEditors: true },
    signal,
  });
  return editors;
}

/** A time to which some features are restored, or all of them. */
export interface Restoration {
  moment: number;
  objectIds?: readonly number[];
}

/** Counts what a restoration would change. @throws MappingError `portal:*` */
export async function countRestoration(
  connection: PortalConnection,
  layer: string,
  restoration: Restoration,
  signal?: AbortSignal,
): Promise<RestoredCounts> {
  return serviceRequest<RestoredCounts>(connection, `${layer}/restore`, {
    params: { ...paramsOf(restoration), dryRun: true },
    signal,
  });
}

/**
 * Restores features.
 * @returns also the time just before, to which it is undone
 * @throws MappingError `portal:*`
 */
export async function restoreFeatures(
  connection: PortalConnection,
  layer: string,
  restoration: Restoration,
): Promise<RestoredCounts & { before: number }> {
  const { editMoment, ...counts } = await serviceRequest<RestoredCounts & { editMoment: number }>(
    connection,
    `${layer}/restore`,
    { params: paramsOf(restoration), post: true },
  );
  return { ...counts, before: editMoment - 1 };
}

function paramsOf({ moment, objectIds }: Restoration): Record<string, unknown> {
  return { moment, ...(objectIds && { objectIds: objectIds.join(',') }) };
}
