import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { randomId } from '../identity/random-token.ts';
import type { PortalSettings } from '../portal-settings.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** A portal organisation as stored; see `portal_organisation`. */
export interface StoredOrganisation {
  id: string;
  urlKey: string | null;
  settings: Partial<PortalSettings>;
  /** Epoch milliseconds. */
  created: number;
}

const columns = ['id', 'url_key as urlKey', 'settings', 'created_at as created'] as const;

export async function findOrganisation(
  database: Database,
  by: { id: string } | { urlKey: string },
): Promise<StoredOrganisation | undefined> {
  const row = await database
    .selectFrom('portal_organisation')
    .select(columns)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('url_key', '=', by.urlKey)))
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { ...row, settings: row.settings as Partial<PortalSettings> };
}

/** Every portal organisation with an address, and its number of users. */
export async function listPortalOrganisations(
  database: Database,
): Promise<{ id: string; urlKey: string; people: number }[]> {
  const rows = await database
    .selectFrom('portal_organisation')
    .leftJoin('portal_user', 'portal_user.org_id', 'portal_organisation.id')
    .where('url_key', 'is not', null)
    .groupBy('portal_organisation.id')
    .orderBy('url_key')
    .select((eb) => ['portal_organisation.id', 'url_key', eb.fn.count<number>('username').as('people')])
    .execute();
  return rows.map(({ id, url_key, people }) => ({ id, urlKey: url_key ?? '', people: Number(people) }));
}

/**
 * Creates the portal organisation of an address, unless it exists.
 * @param organisation.id given ids are for demo content; generated when absent
 * @returns its id
 */
export async function ensureOrganisation(
  database: Database,
  organisation: { urlKey: string; id?: string; settings?: Partial<PortalSettings>; now: number },
): Promise<string> {
  const { urlKey, settings, now } = organisation;
  // An administrator's settings are kept.
  const changed = settings && {
    settings: sql<string>`portal_organisation.settings || ${storedJson(settings)}::jsonb`,
  };
  const id = organisation.id ?? randomId();
  await database
    .insertInto('portal_organisation')
    .values({ id, url_key: urlKey, settings: storedJson(settings ?? {}), created_at: now })
    .onConflict((conflict) => conflict.column('url_key').doNothing())
    .execute();
  if (changed)
    await database.updateTable('portal_organisation').set(changed).where('url_key', '=', urlKey).execute();
  return (await findOrganisation(database, { urlKey }))?.id ?? id;
}

/** Stores a setting of the organisation's administrators. @returns whether it has changed */
export async function saveSwitch(
  database: Database,
  id: string,
  change: { name: 'implicitGrant' | 'requireSecondFactor' | 'nativeApps'; on: boolean; now: number },
): Promise<boolean> {
  const { name, on, now } = change;
  const { numUpdatedRows } = await database
    .updateTable('portal_organisation')
    .set({ settings: sql<string>`settings || ${storedJson({ [name]: on, modified: now })}::jsonb` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce((settings ->> ${name})::boolean, false)`, '!=', on)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores an organisation's name and description, and when they were changed. */
export async function saveDescription(
  database: Database,
  id: string,
  description: Partial<
    Pick<PortalSettings, 'name' | 'description' | 'culture' | 'region' | 'units' | 'modified'>
  >,
): Promise<void> {
  await database
    .updateTable('portal_organisation')
    .set({ settings: sql<string>`settings || ${storedJson(description)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** Gives the installation's own portal organisation an address, if it has none and the address is free. */
export async function nameOrganisation(database: Database, id: string, urlKey: string): Promise<void> {
  await database
    .updateTable('portal_organisation')
    .set({ url_key: urlKey })
    .where('id', '=', id)
    .where('url_key', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('portal_organisation as other').select('other.id').where('other.url_key', '=', urlKey),
        ),
      ),
    )
    .execute();
}

/** Users without an organisation: the operator assigns them. */
export async function listUnassigned(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('portal_user')
    .select('username')
    .where('org_id', '=', unassigned)
    .orderBy('username')
    .execute();
  return rows.map(({ username }) => username);
}

/** The organisation of unassigned users: it has no address, and its users cannot sign in. */
export const unassigned = 'unassigned';

/** Whether an item of the organisation and of this type has the name already, in any case. */
export async function isServiceNameTaken(
  database: Database,
  orgId: string,
  name: string,
  type: string,
): Promise<boolean> {
  const item = await database
    .selectFrom('portal_item')
    .select('id')
    .where('org_id', '=', orgId)
    .where('type', '=', type)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return item !== undefined;
}
