import { editCodes } from '../../platform/http/arcgis-error.ts';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { isObject } from '../../../wire/json.ts';
import { holdsMoreValues, parseJson } from '../../platform/safety/json-shape.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { type OperationResponse, type LayerCall, sent } from '../feature-server/context.ts';
import type { EditRequest, EditResult, EditResults } from '../feature-server/edit/apply-edits.ts';
import { editLayers, noEdits } from '../feature-server/edit/operations.ts';
import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { type GeoJsonGeometry, readGeoJson } from '../geometry/geojson.ts';
import { mayAddTo, mustAdd, mustEdit } from '../feature-server/rights.ts';
import { type Field, findField } from '../layer/field.ts';
import { globalIdField, type HostedLayer, objectIdField } from '../layer/layer.ts';
import { readCrs, swapAxes } from './crs.ts';
import { mediaTypes, rootOf } from './links.ts';
import { refuseParameters } from './respond.ts';

/** A feature as clients send it, with the members that were sent. */
interface SentFeature {
  properties: Record<string, unknown>;
  /** Undefined: not sent. As ArcGIS clients write it, with its spatial reference. */
  geometry?: object | null;
}

/** `POST /collections/{id}/items`: adds a feature, whose address is in the response's `Location`. */
export async function createItem(call: LayerCall): Promise<OperationResponse> {
  mustAllow(call, 'Create');
  const { properties, geometry } = readFeature(call, [mediaTypes.geojson]);
  const adds = [{ attributes: properties, geometry: geometry ?? null }];
  const { objectId } = await edit(call, { ...noEdits, adds }, 'addResults');
  const address = `${rootOf(call)}/collections/${call.layer.layerId}/items/${objectId ?? ''}`;
  call.reply.header('location', address);
  return done(call, 201);
}

/** `PUT /collections/{id}/items/{fid}`: replaces a feature; properties that are not sent get their defaults. */
export async function replaceItem(call: LayerCall): Promise<OperationResponse> {
  mustAllow(call, 'Update');
  const { properties, geometry } = readFeature(call, [mediaTypes.geojson]);
  const defaults = editable(call.layer).map(({ name, defaultValue }) => [name, defaultValue]);
  return update(call, { ...Object.fromEntries(defaults), ...properties }, geometry ?? null);
}

/** `PATCH /collections/{id}/items/{fid}`: changes what is sent (RFC 7396). */
export async function updateItem(call: LayerCall): Promise<OperationResponse> {
  mustAllow(call, 'Update');
  const { properties, geometry } = readFeature(call, [mediaTypes.mergePatch, mediaTypes.geojson]);
  return update(call, properties, geometry);
}

/** `DELETE /collections/{id}/items/{fid}`. */
export async function deleteItem(call: LayerCall): Promise<OperationResponse> {
  mustAllow(call, 'Delete');
  refuseParameters(call);
  refuseConditions(call);
  await edit(call, { ...noEdits, deletes: [{ objectId: Number(call.path['fid']) }] }, 'deleteResults');
  return done(call, 204);
}

/** `OPTIONS` of the features or of one: the methods that the caller may use, by which QGIS decides what to offer. */
export async function allowedMethods(call: LayerCall): Promise<OperationResponse> {
  refuseParameters(call);
  call.reply.header('allow', methodsFor(call));
  return done(call, 204);
}

/** The value of the header `Allow`: methods of the features, or of one of them, that the caller may use. */
function methodsFor({ service, layer, rights, path }: LayerCall): string {
  const may = (capability: 'Create' | 'Update' | 'Delete') =>
    service.capabilities.includes(capability) &&
    (capability === 'Create' ? mayAddTo(layer, rights) : rights.mayRead && rights.mayEdit);
  const ofAll = may('Create') ? ['POST'] : [];
  const ofOne = [...(may('Update') ? ['PUT', 'PATCH'] : []), ...(may('Delete') ? ['DELETE'] : [])];
  return ['GET', 'HEAD', 'OPTIONS', ...(path['fid'] === undefined ? ofAll : ofOne)].join(', ');
}

async function update(
  call: LayerCall,
  properties: Record<string, unknown>,
  geometry: object | null | undefined,
): Promise<OperationResponse> {
  const attributes = { ...properties, [objectIdField]: Number(call.path['fid']) };
  const updates = [{ attributes, ...(geometry !== undefined && { geometry }) }];
  await edit(call, { ...noEdits, updates }, 'updateResults');
  return done(call, 204);
}

/** @throws MappingError 405 for an edit that the service does not allow, 401 or 403 for callers who may not edit */
function mustAllow(call: LayerCall, capability: 'Create' | 'Update' | 'Delete'): void {
  const { service, layer, rights } = call;
  if (service.capabilities.includes(capability))
    return capability === 'Create' ? mustAdd(layer, rights) : mustEdit(service, rights, capability);
  call.reply.header('allow', methodsFor(call));
  throw new MappingError('ogc:not-allowed', `The service does not allow ${capability}.`, { status: 405 });
}

/** Applies one edit. @throws MappingError 404 without such a feature, 400 for one that does not fit */
async function edit(
  call: LayerCall,
  request: EditRequest,
  results: keyof Pick<EditResults, 'addResults' | 'updateResults' | 'deleteResults'>,
): Promise<EditResult> {
  const outcome = { rollbackOnFailure: true, returnEditMoment: false };
  let result: EditResult | undefined;
  await editLayers(call, outcome, [{ layer: call.layer, request }], ([edited]) => {
    result = edited?.[results][0];
    return {};
  });
  if (result?.success) return result;
  const { code, description = 'The edit failed.' } = result?.error ?? {};
  if (code === editCodes.notFound) throw new MappingError('ogc:no-feature', description, { status: 404 });
  throw invalidFeature(description);
}

function done({ reply }: LayerCall, status: 201 | 204): OperationResponse {
  reply.status(status).send();
  return sent;
}

/**
 * Reads the feature of a request.
 * @throws MappingError 415 for another type of content, 400 for a feature that does not fit
 */
function readFeature(call: LayerCall, types: readonly string[]): SentFeature {
  const { request, layer, body, context, path } = call;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!body || !types.includes(type.trim().toLowerCase()))
    throw new MappingError('ogc:unsupported-type', `Send the feature as ${types.join(' or ')}.`, {
      status: 415,
    });
  refuseParameters(call);
  refuseConditions(call);
  if (context.onLoop && body.length > limits.loopCharacters) throw new TooHeavy();
  const feature = parse(body);
  const { id, properties, geometry } = feature;
  if (
    'fid' in path &&
    (typeof id === 'string' || typeof id === 'number') &&
    Number(id) !== Number(path['fid'])
  )
    throw invalidFeature('The id of the feature is not that of its address.');
  if (feature['type'] === 'FeatureCollection')
    throw invalidFeature('Send one feature per request, or several with applyEdits of the feature service.');
  // Only a change may leave out the type: another object would add or leave an empty feature.
  const mayLackType = types.includes(mediaTypes.mergePatch);
  if (feature['type'] !== 'Feature' && !(mayLackType && feature['type'] === undefined))
    throw invalidFeature('Expected a GeoJSON feature.');
  // A change of other members only would have no effect.
  const [other] = Object.keys(feature).filter((name) => !['type', 'id', 'links', 'bbox'].includes(name));
  if (mayLackType && properties === undefined && geometry === undefined && other !== undefined)
    throw invalidFeature(`The member ${other.slice(0, 60)} is not stored. Send properties or geometry.`);
  // Null would remove every property (RFC 7396). A feature whose geometry alone changes may have it (RFC 7946).
  const isRemoval = mayLackType && properties === null && geometry === undefined;
  if (isRemoval || (properties !== undefined && properties !== null && !isObject(properties)))
    throw invalidFeature('The member properties must be an object.');
  return {
    properties: readProperties(properties ?? {}, layer),
    ...(geometry !== undefined && { geometry: readGeometry(geometry, call) }),
  };
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (isObject(value)) return value;
  } catch {
    throw invalidFeature(`Not valid JSON, or nested deeper than ${limits.jsonDepth} levels.`);
  }
  throw invalidFeature('Expected a GeoJSON feature.');
}

/** The values of editable fields. Clients send back the others as they received them. */
function readProperties(given: Record<string, unknown>, layer: HostedLayer): Record<string, unknown> {
  const fields = editable(layer);
  const entries = Object.entries(given);
  const unknown = entries.find(([name]) => !layer.fields.some((field) => field.name === name));
  if (unknown) throw invalidFeature(`The collection has no property ${unknown[0].slice(0, 60)}.`);
  return Object.fromEntries(entries.filter(([name]) => findField(fields, name)));
}

function editable({ fields }: HostedLayer): Field[] {
  return fields.filter(
    (field) => field.editable && field.name !== objectIdField && field.name !== globalIdField,
  );
}

function readGeometry(value: unknown, { request, layer, context }: LayerCall): object | null {
  const named = request.headers['content-crs'];
  const uri = typeof named === 'string' ? named.trim().replace(/^<(.*)>$/, '$1') : undefined;
  const crs = readCrs(uri, 'Content-Crs', layer);
  if (value === null) return null;
  if (layer.geometryType === null) throw invalidFeature('The collection has no geometry.');
  if (!isObject(value)) throw invalidFeature('The member geometry must be an object or null.');
  // A vertex is a list of two or three numbers. Rings that cross themselves take far longer to read than to count.
  if (context.onLoop && holdsMoreValues(value, 4 * limits.loopEditVertices)) throw new TooHeavy();
  if (crs.northFirst) swapAxes(value['coordinates']);
  const geometry = readGeoJson(value as unknown as GeoJsonGeometry, 'geometry');
  return geometry && { ...writeEsriGeometry(geometry), spatialReference: { wkid: crs.wkid } };
}

/** Ignoring a condition would overwrite what another client has changed. */
function refuseConditions({ request: { headers } }: LayerCall): void {
  const name = ['if-match', 'if-none-match', 'if-unmodified-since'].find((each) => headers[each]);
  if (name) throw invalidFeature(`Conditional requests (${name}) are not supported.`);
}

function invalidFeature(problem: string): MappingError {
  return new MappingError('ogc:invalid-feature', problem, { status: 400 });
}
