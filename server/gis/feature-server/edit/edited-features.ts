import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { writeEsriGeometry } from '../../geometry/esri-json.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureKey } from '../../storage/edit-store.ts';
import { readWholeFeature, type WholeLimit } from '../../storage/whole-feature-store.ts';
import { attributesOf } from '../response-json.ts';

export interface WireFeature {
  attributes: Record<string, unknown>;
  geometry?: object | null;
}

/** Features affected by edits: added ones, updated ones before and after, deleted ones. */
export interface EditedFeatures {
  adds: WireFeature[];
  updates: [original: WireFeature, current: WireFeature][];
  deletes: WireFeature[];
  spatialReference: object;
}

export function noneEdited({ wkid }: HostedLayer): EditedFeatures {
  return { adds: [], updates: [], deletes: [], spatialReference: wireSpatialReference(wkid) };
}

/**
 * One feature with all its attributes, in the layer's spatial reference; undefined when it does not exist.
 */
export async function readWhole(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
  limit: WholeLimit,
): Promise<WireFeature | undefined> {
  const row = await readWholeFeature(transaction, layer, key, limit);
  if (!row) return undefined;
  return {
    attributes: attributesOf(layer.fields, row.values),
    ...(layer.geometryType && { geometry: row.geometry && writeEsriGeometry(row.geometry) }),
  };
}
