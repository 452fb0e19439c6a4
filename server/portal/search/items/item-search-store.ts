import type { Database } from '../../../database/connect.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { itemColumns, type ItemRow } from '../../content/items/item-row.ts';
import { sharedWithGroups } from '../../content/items/item-store.ts';
import { freeItemTerms } from '../fields/item-fields-condition.ts';
import { beginningsOf } from '../text/beginnings.ts';
import { findCompletions } from '../text/completion-store.ts';
import type { ItemSearch } from './item-search.ts';
import { itemSearchCondition } from './item-search-condition.ts';
import { findPage } from './page-store.ts';
import { type Survey, surveyItems } from './survey-store.ts';

export interface FoundItems extends Pick<Survey, 'total' | 'facets'> {
  rows: ItemRow[];
}

/** Searches what the caller may see: what its words may become, a survey, the ids of the page, their rows. */
export async function searchItems(
  database: Database,
  search: ItemSearch,
  caller: Caller,
): Promise<FoundItems> {
  const completions = await findCompletions(database, beginningsOf(search.q, freeItemTerms));
  const condition = itemSearchCondition(search, caller, completions);
  const survey = await surveyItems(database, condition, search.facets);
  const ids = await findPage(database, search, condition, survey);
  return { total: survey.total, rows: await loadRows(database, ids, caller), facets: survey.facets };
}

/** In the order of the ids. Asks once more what may be seen: it may have changed a moment ago. */
async function loadRows(database: Database, ids: readonly string[], caller: Caller): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('portal_item')
    .select([...itemColumns])
    .select((eb) => sharedWithGroups(eb).as('shared'))
    .where('portal_item.id', 'in', [...ids])
    .where((eb) => visibleItems(eb, caller))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
