import { z } from 'zod';
import { parameterError, type Parameters } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { measured } from '../../storage/view-extent-store.ts';
import type { OperationResponse, LayerCall, ServiceCall, ServiceRights } from '../context.ts';
import { mustSeeHistory } from '../rights.ts';

const name = 'historicMoment';

/** A moment in epoch milliseconds. */
export const moment = z
  .string()
  .regex(/^\s*\d{1,15}\s*$/, 'Expected a moment in epoch milliseconds.')
  .transform(Number);

const schema = z.object({ [name]: moment.optional() });

/** The moment of a request; undefined: the features as they are now. */
export function readMoment(parameters: Parameters): number | undefined {
  return readOperation(schema, parameters)[name];
}

/**
 * A layer as it was at a moment.
 * @throws MappingError 400 for a layer without history, and for a moment before it begins; 499 or 403 for callers who may not
 * see former features
 */
export async function layerAt(
  database: Database,
  layer: HostedLayer,
  moment: number | undefined,
  rights: ServiceRights,
): Promise<HostedLayer> {
  const at = unmeasuredAt(layer, moment, rights);
  return moment === undefined ? at : measured(database, at);
}

/** The same, whose number and extent of features are not those of the moment: they are read from all of its features. */
export function unmeasuredAt(
  layer: HostedLayer,
  moment: number | undefined,
  rights: ServiceRights,
): HostedLayer {
  if (moment === undefined) return layer;
  if (layer.archive) mustSeeHistory(layer, rights, 'moments');
  refuseWithoutHistory(layer, moment, name);
  return { ...layer, moment };
}

/** @throws MappingError 400 that names the parameter */
export function refuseWithoutHistory(
  { archive, name: title }: HostedLayer,
  moment: number,
  parameter: string,
): void {
  if (!archive) throw parameterError(parameter, `The layer ${title} keeps no history.`);
  if (moment < archive.startedAt)
    throw parameterError(
      parameter,
      `The history of ${title} begins at ${archive.startedAt} (${new Date(archive.startedAt).toISOString()}).`,
    );
}

/** An operation that reads features, which may be those of a moment. */
export function atMoment(
  operation: (call: LayerCall) => Promise<OperationResponse>,
): (call: LayerCall) => Promise<OperationResponse> {
  return async (call) => {
    const asOf = readMoment(call.parameters);
    if (asOf === undefined) return operation(call);
    const layer = await layerAt(call.context.reader, call.layer, asOf, call.rights);
    return operation({ ...call, layer });
  };
}

/** An operation on current features only. @throws MappingError 400 for a request with a moment */
export function presentOnly<Call extends Pick<ServiceCall, 'parameters'>>(
  operation: (call: Call) => Promise<OperationResponse>,
): (call: Call) => Promise<OperationResponse> {
  return async (call) => {
    if (readMoment(call.parameters) !== undefined)
      throw parameterError(name, 'historicMoment is not supported by this operation.');
    return operation(call);
  };
}
