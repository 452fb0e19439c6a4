import { MappingError } from '../../wire/errors.ts';
import {
  compareWith,
  type FeatureChange,
  type FeatureJson,
  isSameAddition,
  resultOf,
} from '../../wire/waiting-changes.ts';
import type { PortalEndpoint } from './portal-request.ts';
import { serviceRequest } from './service-request.ts';

/** `other`: the layer has something else than the person has changed; null: nothing. */
export type SentChange = { state: 'sent' } | { state: 'other'; theirs: FeatureJson | null };

interface QueryResponse {
  features?: FeatureJson[];
  spatialReference?: object;
  hasZ?: boolean;
  hasM?: boolean;
}

interface EditResult {
  success?: boolean;
  error?: { code?: number; description?: string; globalIdExists?: boolean };
}

interface EditsResponse {
  addResults?: EditResult[];
  updateResults?: EditResult[];
  deleteResults?: EditResult[];
}

/**
 * Sends the change of a feature, unless the layer has it already, or somebody else has changed the feature.
 * @param isRepeated whether an earlier attempt may have arrived, because its response was lost
 * @throws MappingError `portal:*`; `edit:refused` with the layer's reason; `edit:unclear` for a feature that may be there already
 */
export async function sendFeatureChange(
  portal: PortalEndpoint,
  change: FeatureChange,
  isRepeated: boolean,
): Promise<SentChange> {
  if (change.kind === 'add') {
    if (await isAdded(portal, change, isRepeated)) return { state: 'sent' };
    return apply(portal, change);
  }
  const now = await currentFeature(portal, change);
  const compared = compareWith(change, now);
  if (compared === 'done') return { state: 'sent' };
  return compared === 'same' ? apply(portal, change) : { state: 'other', theirs: now ?? null };
}

/**
 * A change that is sent although the feature is no longer as it was: as a change of what it is now, or, if it is gone, as a new one.
 * @throws MappingError `edit:gone` if the gone feature was known in part only
 */
export function overwriting(change: FeatureChange, theirs: FeatureJson | null): FeatureChange {
  const { tried: _tried, ...own } = change;
  if (theirs) return { ...own, before: theirs };
  const { before: _gone, objectId: _id, ...kept } = own;
  const { attributes, geometry } = resultOf(change);
  if (geometry === undefined)
    throw new MappingError('edit:gone', 'The feature was deleted, and only a part of it is known here.', {
      status: 404,
    });
  const values = Object.fromEntries(Object.entries(attributes).filter(([name]) => name in change.fields));
  return { ...kept, kind: 'add', values, geometry };
}

async function query(portal: PortalEndpoint, url: string, params: object): Promise<FeatureJson[]> {
  // A POST: the service worker answers GET requests from its store where the network does not.
  const response = await serviceRequest<QueryResponse>(portal, `${url}/query`, {
    params: { outFields: '*', returnGeometry: true, ...params },
    post: true,
  });
  const { features = [], spatialReference, hasZ, hasM } = response;
  // Services write these once for all features.
  const common = {
    ...(spatialReference && { spatialReference }),
    ...(hasZ && { hasZ }),
    ...(hasM && { hasM }),
  };
  return features.map((one) => (one.geometry ? { ...one, geometry: { ...common, ...one.geometry } } : one));
}

async function currentFeature(
  portal: PortalEndpoint,
  { url, objectId, before }: FeatureChange,
): Promise<FeatureJson | undefined> {
  const [found] = await query(portal, url, { objectIds: objectId, ...shapeParams(before?.geometry) });
  return found;
}

async function isAdded(portal: PortalEndpoint, change: FeatureChange, isRepeated: boolean): Promise<boolean> {
  const { url, globalId, globalIdField, geometry } = change;
  if (globalIdField && globalId) {
    if (!isRepeated) return false;
    const where = `${globalIdField} = '${globalId}'`;
    return (await query(portal, url, { where, returnGeometry: false })).length > 0;
  }
  if (!isRepeated) return false;
  if (!geometry)
    throw new MappingError('edit:unclear', 'The layer may have stored this feature already.', {
      status: 409,
    });
  const found = await query(portal, url, {
    geometry,
    geometryType: typeOf(geometry),
    spatialRel: 'esriSpatialRelIntersects',
    ...shapeParams(geometry),
  });
  return found.some((one) => isSameAddition(change, one));
}

async function apply(portal: PortalEndpoint, change: FeatureChange): Promise<SentChange> {
  const { kind, url, objectId, objectIdField, globalIdField, globalId, values, geometry, rollsBack } = change;
  const byGlobalId = kind === 'add' && globalIdField !== undefined && globalId !== undefined;
  const feature = {
    attributes: {
      ...values,
      ...(kind === 'update' && { [objectIdField]: objectId }),
      ...(byGlobalId && { [globalIdField]: globalId }),
    },
    ...(geometry !== undefined && { geometry }),
  };
  const edits =
    kind === 'delete'
      ? { deletes: `${objectId}` }
      : kind === 'add'
        ? { adds: [feature] }
        : { updates: [feature] };
  const response = await serviceRequest<EditsResponse>(portal, `${url}/applyEdits`, {
    params: {
      ...edits,
      ...(byGlobalId && { useGlobalIds: true }),
      ...(rollsBack && { rollbackOnFailure: true }),
    },
    post: true,
  });
  const [result] = [response.addResults, response.updateResults, response.deleteResults].flatMap(
    (list) => list ?? [],
  );
  if (result?.success || result?.error?.globalIdExists) return { state: 'sent' };
  throw refusal(result?.error?.description);
}

/** @param reason in the words of the service */
function refusal(reason = ''): MappingError {
  const message = `The layer did not accept the change. ${reason}`.trim();
  return new MappingError('edit:refused', message, {
    status: 400,
    faults: [{ path: 'feature', message, values: { reason } }],
  });
}

/** What makes a response have shapes like one that is known. */
function shapeParams(geometry: object | null | undefined): object {
  const { spatialReference, hasZ, hasM, z, m } = (geometry ?? {}) as {
    spatialReference?: { wkid?: number; latestWkid?: number };
    hasZ?: boolean;
    hasM?: boolean;
    z?: unknown;
    m?: unknown;
  };
  const { wkid, latestWkid = wkid } = spatialReference ?? {};
  // One that has no number is written out.
  const reference = latestWkid ?? spatialReference;
  return {
    ...(reference && { outSR: reference, inSR: reference }),
    // The map SDK does not write of a point that it has them.
    ...((hasZ || z !== undefined) && { returnZ: true }),
    ...((hasM || m !== undefined) && { returnM: true }),
  };
}

function typeOf(geometry: object): string {
  if ('points' in geometry) return 'esriGeometryMultipoint';
  if ('paths' in geometry) return 'esriGeometryPolyline';
  return 'rings' in geometry ? 'esriGeometryPolygon' : 'esriGeometryPoint';
}
