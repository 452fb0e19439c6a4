import { fromJSON } from '@arcgis/core/geometry/support/jsonUtils.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import {
  type FeatureChange,
  type FeatureJson,
  type FilledField,
  resultOf,
  type WaitingValue,
} from '../../../wire/waiting-changes.ts';
import { plainHttp } from '../sdk/plain-http.ts';
import { hadNoResponse } from '../sdk/sdk-error.ts';
import type { EditQueue } from './edit-queue.ts';
import { globalIdOf } from './send-edits.ts';

/** A feature that is being edited. */
export interface EditedSubject {
  layer: FeatureLayer;
  feature: Graphic;
  /** Title of the feature; empty if it has none. */
  title: string;
  /** As it was opened; undefined for one that is added. */
  before: FeatureJson | undefined;
  /** Its change that waits already. */
  waiting: FeatureChange | undefined;
}

/** Address of a layer whose edits can wait; undefined for layers without a service, and for versions of one. */
export function addressOfLayer({ type, url, layerId, gdbVersion }: FeatureLayer): string | undefined {
  const hasService = (type as string) === 'feature' || (type as string) === 'oriented-imagery';
  if (!hasService || !url || typeof layerId !== 'number' || gdbVersion) return undefined;
  // What waits is sent without the SDK, which undoes its upgrade to https only in its own requests.
  return plainHttp(`${url}/${layerId}`, globalThis.location?.origin ?? '');
}

/** A feature as it is stored with a change; without its shape if only an approximate one is known. */
export function featureJson({ attributes, geometry }: Graphic, isPartial: boolean): FeatureJson {
  return {
    attributes: { ...(attributes as Record<string, WaitingValue>) },
    ...(!isPartial && { geometry: (geometry?.toJSON() as object | undefined) ?? null }),
  };
}

/** Shows in a feature that was opened what waits to be stored of it. */
export function applyWaiting(feature: Graphic, { values, geometry }: FeatureChange): void {
  feature.attributes = { ...feature.attributes, ...values } as object;
  if (geometry) feature.geometry = (fromJSON(geometry) ?? feature.geometry) as Graphic['geometry'];
}

/**
 * Sends an edit; where nothing responds, it waits in the queue. A feature whose change waits already is changed there.
 * @throws the error of a service that responded; `edit:files-offline` where attachments were changed, which cannot wait
 */
export async function sendOrWait(
  queue: EditQueue | undefined,
  subject: EditedSubject,
  change: { kind: FeatureChange['kind']; values?: object; withShape?: boolean; withFiles?: boolean },
  request: () => Promise<void>,
): Promise<void> {
  const url = addressOfLayer(subject.layer);
  if (!queue || !url) return request();
  const isTried = !subject.waiting && navigator.onLine !== false;
  if (isTried)
    try {
      return await request();
    } catch (cause) {
      if (!hadNoResponse(cause)) throw cause;
    }
  if (change.withFiles)
    throw new MappingError('edit:files-offline', 'Attachments need a connection.', { status: 0 });
  await queue.add(changeOf(subject, url, change), isTried);
}

function changeOf(
  { layer, feature, title, before, waiting }: EditedSubject,
  url: string,
  { kind, values = {}, withShape = false }: Parameters<typeof sendOrWait>[2],
): FeatureChange {
  const { objectIdField, globalIdField, capabilities } = layer;
  const geometry = (feature.geometry?.toJSON() as object | undefined) ?? null;
  const attributes = feature.attributes as Record<string, WaitingValue>;
  const acceptsIds = Boolean(globalIdField && capabilities?.editing.supportsGlobalId);
  const known = globalIdField ? attributes[globalIdField] : undefined;
  const globalId = kind === 'add' ? globalIdOf(feature) : known;
  return {
    kind,
    url,
    layerTitle: layer.title ?? '',
    title,
    objectIdField,
    ...(acceptsIds && globalId && { globalIdField: globalIdField as string, globalId: String(globalId) }),
    ...(kind !== 'add' && { objectId: attributes[objectIdField] as number }),
    values: values as FeatureChange['values'],
    ...(withShape && { geometry }),
    // If what waits is sent meanwhile, the layer has its result; if not, they are merged, and the earlier one stays.
    ...(before && { before: waiting ? resultOf({ ...waiting, before: waiting.before ?? before }) : before }),
    fields: filledFields(layer),
    shown: geometry,
    rollsBack: capabilities?.editing.supportsRollbackOnFailure === true,
  };
}

/** The fields of a layer that people fill in, without those that its service fills in. */
function filledFields(layer: FeatureLayer): Record<string, FilledField> {
  const { fields, objectIdField, globalIdField, geometryFieldsInfo, editFieldsInfo } = layer;
  const { shapeAreaField, shapeLengthField } = geometryFieldsInfo ?? {};
  const tracked = Object.values((editFieldsInfo?.toJSON() as object | undefined) ?? {}) as string[];
  const own = new Set([objectIdField, globalIdField, shapeAreaField, shapeLengthField, ...tracked]);
  const filled = fields.filter(
    ({ name, type, editable }) => editable && type !== 'geometry' && !own.has(name),
  );
  return Object.fromEntries(
    filled.map((field) => {
      const { type, domain } = field.toJSON() as Pick<FilledField, 'type' | 'domain'>;
      const hasCodes = domain?.codedValues !== undefined;
      return [field.name, { label: field.alias || field.name, type, ...(hasCodes && { domain }) }];
    }),
  );
}
