import { sql } from 'kysely';
import type { QuotaNumbers, QuotaScope } from '../../../wire/quota.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { PortalQuotaTable } from '../../platform/database/tables/quotas.ts';
import { limits, quotas } from '../../limits.ts';

export type QuotaColumn = Exclude<keyof PortalQuotaTable, 'org_id'>;

export const quotaColumns = [
  'person_bytes',
  'person_items',
  'person_features',
  'person_shared_maps',
  'person_upload_seconds',
  'organisation_bytes',
  'organisation_items',
  'organisation_features',
  'organisation_shared_maps',
  'organisation_upload_seconds',
] as const satisfies readonly QuotaColumn[];

/** Copies the quotas of `limits.ts` to the database, which apply to every organisation without its own. */
export async function saveUsualQuotas(database: Database): Promise<void> {
  const numbers = {
    person_bytes: quotas.person.bytes,
    person_items: quotas.person.items,
    person_features: quotas.person.features,
    person_shared_maps: quotas.person.sharedMaps,
    person_upload_seconds: quotas.person.uploadSeconds,
    organisation_bytes: quotas.organisation.bytes,
    organisation_items: quotas.organisation.items,
    organisation_features: quotas.organisation.features,
    organisation_shared_maps: quotas.organisation.sharedMaps,
    organisation_upload_seconds: quotas.organisation.uploadSeconds,
  };
  await changeQuotas(database, '', numbers);
}

/** Sets quotas of a portal organisation; null restores the default. */
export async function changeQuotas(
  database: Database,
  orgId: string,
  numbers: Partial<Record<QuotaColumn, number | null>>,
): Promise<void> {
  await database
    .insertInto('portal_quota')
    .values({ org_id: orgId, ...nothing, ...numbers })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: orgId, ...numbers }))
    .execute();
}

const nothing = Object.fromEntries(quotaColumns.map((column) => [column, null])) as Record<QuotaColumn, null>;

/** Effective quotas of an organisation. */
export async function findQuotas(
  database: Database,
  orgId: string,
): Promise<Readonly<Record<QuotaScope, QuotaNumbers>>> {
  const rows = await database
    .selectFrom('portal_quota')
    .selectAll()
    .where('org_id', 'in', ['', orgId])
    .execute();
  const usual = rows.find(({ org_id }) => org_id === '');
  const own = rows.find(({ org_id }) => org_id !== '');
  const of = (column: QuotaColumn) => own?.[column] ?? usual?.[column] ?? Infinity;
  return {
    person: {
      bytes: of('person_bytes'),
      items: of('person_items'),
      features: of('person_features'),
      sharedMaps: of('person_shared_maps'),
      uploadSeconds: of('person_upload_seconds'),
    },
    organisation: {
      bytes: of('organisation_bytes'),
      items: of('organisation_items'),
      features: of('organisation_features'),
      sharedMaps: of('organisation_shared_maps'),
      uploadSeconds: of('organisation_upload_seconds'),
    },
  };
}

/**
 * Lets a transaction that changes an item or a group exceed the bytes of a quota, together with all others by no more than the texts of
 * one item have: who has used up a quota still corrects a title, and saves a map.
 */
export async function allowBeyondQuota(transaction: Database): Promise<void> {
  await sql`select set_config('mapping.beyond_quota', ${String(limits.bytesBeyondQuota)}, true)`.execute(
    transaction,
  );
}

/** Usage of a user, or of an organisation. */
export async function findUsage(database: Database, scope: QuotaScope, key: string) {
  const row = await database
    .selectFrom('portal_usage')
    .select(['bytes', 'items', 'features'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? { bytes: 0, items: 0, features: 0 };
}

/** Bytes used by a user's content, and the quota; null: there is none. */
export async function findStorage(
  database: Database,
  username: string,
): Promise<{ used: number; most: number | null }> {
  const { rows } = await sql<{ used: number; most: number | null }>`select
    coalesce((select bytes from portal_usage where scope = 'person' and key = ${username}), 0) as used,
    coalesce((select person_bytes from portal_quota where org_id = (select org_id from portal_user where username = ${username})),
      (select person_bytes from portal_quota where org_id = '')) as most`.execute(database);
  return rows[0] ?? { used: 0, most: null };
}

/** The owner of an item, and the bytes that they and their organisation may still store; undefined without such an item. */
export async function findRoom(
  database: Database,
  itemId: string | null,
): Promise<{ owner: string; bytes: number } | undefined> {
  const item = await database
    .selectFrom('portal_item')
    .innerJoin('portal_user', 'portal_user.username', 'portal_item.owner')
    .select(['owner', 'portal_user.org_id'])
    .where('portal_item.id', '=', itemId)
    .executeTakeFirst();
  if (!item) return undefined;
  const [quotas, ofOwner, ofOrganisation] = await Promise.all([
    findQuotas(database, item.org_id),
    findUsage(database, 'person', item.owner),
    findUsage(database, 'organisation', item.org_id),
  ]);
  const bytes = Math.min(
    quotas.person.bytes - ofOwner.bytes,
    quotas.organisation.bytes - ofOrganisation.bytes,
  );
  return { owner: item.owner, bytes };
}

/** The largest items of a user. */
export async function listLargest(database: Database, owner: string, limit: number) {
  return database
    .selectFrom('portal_charge')
    .innerJoin('portal_item', 'portal_item.id', 'portal_charge.item_id')
    .select(['id', 'title', 'type', 'bytes', 'features'])
    .where('portal_charge.owner', '=', owner)
    .orderBy('bytes', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The users of an organisation with the largest content. */
export async function listLargestUsers(database: Database, orgId: string, limit: number) {
  return database
    .selectFrom('portal_usage')
    .select(['key as username', 'bytes', 'items', 'features'])
    .where('scope', '=', 'person')
    .where((eb) => eb.or([eb('items', '>', 0), eb('bytes', '>', 0)]))
    .where('key', 'in', (charge) =>
      charge.selectFrom('portal_charge').select('owner').where('org_id', '=', orgId),
    )
    .orderBy('bytes', 'desc')
    .orderBy('key')
    .limit(limit)
    .execute();
}
