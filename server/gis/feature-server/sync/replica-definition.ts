import { createHash } from 'node:crypto';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureSelection } from '../../storage/feature-store.ts';
import type { Replica, ReplicaDefinition, ReplicaLayer } from '../../storage/replica-store.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { z } from 'zod';
import type { ServiceCall } from '../context.ts';
import { spatialParameters } from '../query/spatial-filter.ts';
import { readLayerFilter } from './layer-filter.ts';

/** Identifies the columns of a layer: a copy with another fingerprint has other columns. */
export function fingerprintOf({ fields, geometryType, wkid, hasZ, hasM }: HostedLayer): string {
  const columns = fields.map(({ name, type }) => [name, type]);
  return createHash('sha256')
    .update(JSON.stringify([columns, geometryType, wkid, hasZ, hasM]))
    .digest('base64url')
    .slice(0, 22);
}

const spaceSchema = z.object(spatialParameters);

/** The features of a layer that belong to a replica; undefined: none. The same rules read the request that created it. */
export function selectionOf(
  { space }: Pick<ReplicaDefinition, 'space'>,
  replicaLayer: Omit<ReplicaLayer, 'serverGen' | 'fingerprint'>,
  layer: HostedLayer,
  call: Pick<ServiceCall, 'context' | 'rights'>,
): FeatureSelection | undefined {
  const given = readOperation(spaceSchema, new Parameters({ ...space }));
  return readLayerFilter(replicaLayer, given, layer, call);
}

/** The layer of a service that a replica contains. @throws MappingError 400 when it was deleted since */
export function layerOfReplica(layers: readonly HostedLayer[], id: number): HostedLayer {
  const layer = layers.find(({ layerId }) => layerId === id);
  if (!layer)
    throw parameterError('replicaID', `The layer ${id} of this replica was deleted. Create a new one.`);
  return layer;
}

/** The part of a replica about a layer. @throws MappingError 400 for a layer that it does not contain */
export function partOf(
  { definition }: Pick<Replica, 'definition'>,
  id: number,
  parameter: string,
): ReplicaLayer {
  const part = definition.layers.find((each) => each.id === id);
  if (!part) throw parameterError(parameter, `The replica does not contain the layer ${id}.`);
  return part;
}
