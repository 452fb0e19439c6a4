import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';

/** The definition of a layer as it is stored. */
interface StoredDefinition {
  name: string;
  bytes: number;
  /** Indexes of the owner. */
  indexes: number;
}

/**
 * Every request to a service reads its definitions on the event loop, and every description of it contains them.
 * @throws MappingError `services:invalid-service` (400)
 */
export function refuseLargeDefinitions(definitions: readonly StoredDefinition[]): void {
  const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;
  const large = definitions.find(({ bytes }) => bytes > limits.layerDefinitionBytes);
  if (large)
    throw tooLarge(
      `The definition of the layer ${large.name} has more than ${megabytes(limits.layerDefinitionBytes)}.`,
    );
  refuseManyIndexes(definitions);
  const all = definitions.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all > limits.serviceDefinitionBytes)
    throw tooLarge(
      `The definitions of the layers of the service have more than ${megabytes(limits.serviceDefinitionBytes)}.`,
    );
}

/**
 * What creates, changes or deletes a whole service locks the indexes of all its layers.
 * @throws MappingError `services:invalid-service` (400)
 */
export function refuseManyIndexes(layers: readonly Pick<StoredDefinition, 'indexes'>[]): void {
  const all = layers.reduce((sum, { indexes }) => sum + indexes, 0);
  if (all <= limits.serviceIndexes) return;
  throw new MappingError(
    'services:invalid-service',
    `The layers of a service have at most ${limits.serviceIndexes} indexes in all. Omit or delete those that no query needs.`,
    { status: 400 },
  );
}

/** The same for the layers of a service as they are stored now. */
export async function refuseLargeService(transaction: Database, serviceId: number): Promise<void> {
  const definitions = await transaction
    .selectFrom('hosted_layer')
    .select([
      'name',
      sql<number>`octet_length(definition::text)`.as('bytes'),
      sql<number>`case jsonb_typeof(definition -> 'indexes')
        when 'array' then jsonb_array_length(definition -> 'indexes') else 0 end`.as('indexes'),
    ])
    .where('service_id', '=', serviceId)
    .execute();
  refuseLargeDefinitions(definitions);
}

function tooLarge(problem: string): MappingError {
  return new MappingError(
    'services:invalid-service',
    `${problem} Use fewer or smaller pictures, symbols, types and coded values.`,
    { status: 400 },
  );
}
