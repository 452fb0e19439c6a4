import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Database } from '../database/connect.ts';

export type SharedMapRow = Selectable<Tables['shared_map']>;
export type SharedMapSummaryRow = Omit<SharedMapRow, 'web_map' | 'viewpoint'>;

const summaryColumns = [
  'sid',
  'organisation',
  'title',
  'access',
  'owner',
  'created_at',
  'modified_at',
  'expires_at',
  'revoked_at',
] as const;

export async function insertSharedMap(database: Database, row: SharedMapRow): Promise<void> {
  await database
    .insertInto('shared_map')
    .values({
      ...row,
      web_map: JSON.stringify(row.web_map),
      viewpoint: row.viewpoint && JSON.stringify(row.viewpoint),
    })
    .execute();
}

export async function findSharedMap(
  database: Database,
  organisation: string,
  sid: string,
): Promise<SharedMapRow | undefined> {
  return database
    .selectFrom('shared_map')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** Newest first; of one owner, or of everybody when `owner` is undefined. */
export async function listSharedMaps(
  database: Database,
  organisation: string,
  page: { owner: string | undefined; start: number; num: number },
): Promise<{ total: number; rows: SharedMapSummaryRow[] }> {
  const mine = database
    .selectFrom('shared_map')
    .where('organisation', '=', organisation)
    .$if(page.owner !== undefined, (query) => query.where('owner', '=', page.owner ?? ''));
  const [{ total }, rows] = await Promise.all([
    mine.select((expression) => expression.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    mine
      .select(summaryColumns)
      .orderBy('created_at', 'desc')
      .orderBy('sid')
      .offset(page.start - 1)
      .limit(page.num)
      .execute(),
  ]);
  return { total, rows };
}

export async function updateSharedMap(
  database: Database,
  sid: string,
  change: Partial<Pick<SharedMapRow, 'title' | 'access' | 'expires_at' | 'revoked_at' | 'modified_at'>>,
): Promise<SharedMapSummaryRow> {
  return database
    .updateTable('shared_map')
    .set(change)
    .where('sid', '=', sid)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow();
}
