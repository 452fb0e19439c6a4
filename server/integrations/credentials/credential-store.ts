import type { Database } from '../../database/connect.ts';
import type { Vault } from './vault.ts';

export interface StoredCredentials {
  values: Record<string, string>;
  /** Epoch milliseconds. */
  updatedAt: number;
  updatedBy: string;
}

/** Names of what is set, without opening anything. */
export async function describeCredentials(database: Database, organisation: string, integration: string) {
  return database
    .selectFrom('integration_credential')
    .select(['fields', 'updated_at', 'updated_by'])
    .where('organisation', '=', organisation)
    .where('integration', '=', integration)
    .executeTakeFirst();
}

/** Opens the credentials of an integration; undefined when there are none. What an old key sealed is sealed anew. */
export async function openCredentials(
  database: Database,
  vault: Vault,
  organisation: string,
  integration: string,
): Promise<StoredCredentials | undefined> {
  const row = await database
    .selectFrom('integration_credential')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('integration', '=', integration)
    .executeTakeFirst();
  if (!row) return undefined;
  const owner = ownerOf(organisation, integration);
  const text = vault.open({ keyId: row.key_id, nonce: row.nonce, sealed: row.sealed }, owner);
  if (vault.isStale({ keyId: row.key_id })) {
    const { keyId, nonce, sealed } = vault.seal(text, owner);
    await database
      .updateTable('integration_credential')
      .set({ key_id: keyId, nonce, sealed })
      .where('organisation', '=', organisation)
      .where('integration', '=', integration)
      // Unless somebody saved others meanwhile.
      .where('key_id', '=', row.key_id)
      .where('updated_at', '=', row.updated_at)
      .execute();
  }
  return {
    values: JSON.parse(text) as Record<string, string>,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Seals and saves; without values the record goes. */
export async function saveCredentials(
  database: Database,
  vault: Vault,
  {
    organisation,
    integration,
    values,
    author,
    now,
  }: {
    organisation: string;
    integration: string;
    values: Record<string, string>;
    author: string;
    now: number;
  },
): Promise<void> {
  const fields = Object.keys(values);
  if (fields.length === 0) {
    await database
      .deleteFrom('integration_credential')
      .where('organisation', '=', organisation)
      .where('integration', '=', integration)
      .execute();
    return;
  }
  const { keyId, nonce, sealed } = vault.seal(JSON.stringify(values), ownerOf(organisation, integration));
  const row = {
    key_id: keyId,
    nonce,
    sealed,
    fields: JSON.stringify(fields),
    updated_at: now,
    updated_by: author,
  };
  await database
    .insertInto('integration_credential')
    .values({ organisation, integration, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'integration']).doUpdateSet(row))
    .execute();
}

function ownerOf(organisation: string, integration: string): string {
  return `${organisation}/${integration}`;
}
