import type { MappingError } from '../../../../wire/errors.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { parseGuid } from '../../where/temporal-literal.ts';
import { findReplica, type Replica } from '../../storage/replica-store.ts';
import type { ServiceCall } from '../context.ts';
import { mustBeSignedIn } from '../rights.ts';

/** The error for a replica that does not exist, or belongs to another member. */
export function unknownReplica(id: string): MappingError {
  return parameterError(
    'replicaID',
    `Invalid replica ID: you have no replica ${id.slice(0, 40)} of this service.`,
  );
}

/**
 * A replica of the caller.
 * @param orAny whether the owner of the service and administrators get those of others, too
 * @throws MappingError 400, the same for replicas of others as for unknown ones
 */
export async function loadReplica(call: ServiceCall, given: string, orAny: boolean): Promise<Replica> {
  const { context, service, rights } = call;
  mustBeSignedIn(rights);
  const id = parseGuid(given);
  const replica =
    id === undefined ? undefined : await findReplica(context.database, service.id, id, context.now());
  if (!replica || !(isOwn(replica, call) || (orAny && rights.mayAdminister))) throw unknownReplica(given);
  return replica;
}

export function isOwn({ owner }: Pick<Replica, 'owner'>, { rights }: Pick<ServiceCall, 'rights'>): boolean {
  return rights.caller === owner;
}
