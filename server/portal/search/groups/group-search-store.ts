import type { FittingPage } from '../fitting-page-store.ts';
import type { SimpleSearch } from '../parameters.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { visibleGroups } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { loadGroups } from '../../community/group-store.ts';
import type { GroupRow } from '../../community/present-group.ts';
import {
  codeField,
  dateField,
  type FieldCondition,
  flagField,
  ownerField,
  type Searched,
  termField,
  textField,
  textOf,
} from '../fields/value-condition.ts';
import { queryCondition, rankedOrder } from '../query-condition.ts';

export type GroupSortField = 'relevance' | 'title' | 'owner' | 'created' | 'modified';
export type GroupSearch = SimpleSearch<GroupSortField>;

export const groupSortFields: Readonly<Record<string, GroupSortField>> = {
  relevance: 'relevance',
  score: 'relevance',
  title: 'title',
  name: 'title',
  owner: 'owner',
  created: 'created',
  modified: 'modified',
};

const text = sql.ref('portal_group.search');

/** The search fields of groups. */
function searchedGroups(): Searched {
  return {
    textColumn: text,
    freeTerms: ['owner'],
    fields: {
      id: codeField('portal_group.id'),
      title: textField(text, 'A', 'title'),
      tags: termField(text, 'tag', 'B'),
      snippet: textField(text, 'C'),
      description: textField(text, 'D'),
      owner: ownerField('portal_group.owner'),
      access: codeField('portal_group.access'),
      orgid: codeField('portal_group.org_id'),
      created: dateField('portal_group.created_at'),
      modified: dateField('portal_group.modified_at'),
      isinvitationonly: flagField('portal_group.is_invitation_only'),
      isviewonly: flagField('portal_group.is_view_only'),
      // Groups have no type keywords here, so a query for one matches nothing, and its negation everything.
      typekeywords: nothing,
      categories: nothing,
    },
  };
}

const nothing: FieldCondition = (value, use) => {
  textOf(value, use);
  return sql<SqlBool>`false`;
};

/** Groups of which the caller is a member, as an owner, too. */
function ofMember(caller: Caller): RawBuilder<SqlBool> {
  const groupIds = caller.kind === 'anonymous' ? [] : caller.groupIds;
  return sql`portal_group.id = any(${[...groupIds]}::text[])`;
}

/** Searches the groups the caller may see; favourites are in no list, not even their owner's. */
export async function searchGroups(
  database: Database,
  search: GroupSearch,
  caller: Caller,
): Promise<FittingPage<GroupRow> & { total: number }> {
  const searched = searchedGroups();
  const q = queryCondition(search.q, searched, 'q');
  const filter = queryCondition(search.filter, searched, 'filter');
  const own = search.ofOwnGroups ? ofMember(caller) : undefined;
  const conditions = [own, q.condition, filter.condition].filter((condition) => condition !== undefined);
  const matching = database
    .selectFrom('portal_group')
    .where('is_fav', '=', false)
    .where((eb) => sql<SqlBool>`${sql.join([visibleGroups(eb, caller), ...conditions], sql` and `)}`);
  const order = rankedOrder({
    textColumn: searched.textColumn,
    rank: q.rank,
    steps: search.sort,
    columns: {
      title: sql`portal_group.title collate "und-x-icu"`,
      owner: sql`portal_group.owner`,
      created: sql`portal_group.created_at`,
      modified: sql`portal_group.modified_at`,
    },
    otherwise: { field: 'title', descending: false },
    key: 'portal_group.id',
  });
  const { start, num } = search.page;
  const [{ total }, ids] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching
      .select('portal_group.id')
      .orderBy(order)
      .limit(num)
      .offset(start - 1)
      .execute(),
  ]);
  const page = await loadGroups(
    database,
    ids.map(({ id }) => id),
    caller,
  );
  return { total, ...page };
}
