import { expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { holds } from '../../access/privileges.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { visibleGroups } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { findItemType, looseItemTypes } from '../../content/item-types.ts';
import { words } from '../text/words.ts';
import {
  codeField,
  dateField,
  type FieldCondition,
  numberField,
  ownerField,
  type Searched,
  termField,
  textField,
  textOf,
} from './value-condition.ts';

const text = sql.ref('portal_item.search');

/** Fields that free text matches too, because “web map” and owners' names are typed as search words. */
export const freeItemTerms = ['owner', 'type'] as const;

/** The search fields of items. The caller matters for `group`: an invisible group matches nothing. */
export function searchedItems(caller: Caller): Searched {
  return {
    textColumn: text,
    freeTerms: freeItemTerms,
    fields: {
      id: codeField('portal_item.id'),
      title: textField(text, 'A', 'title'),
      tags: termField(text, 'tag', 'B'),
      snippet: textField(text, 'C'),
      description: textField(text, 'D'),
      type: typeField,
      typekeywords: termField(text, 'keyword'),
      categories: termField(text, 'category'),
      owner: ownerField('portal_item.owner'),
      ownerfolder: folderField(caller),
      group: groupField(caller),
      access: accessField,
      orgid: codeField('portal_item.org_id'),
      created: dateField('portal_item.created_at'),
      uploaded: dateField('portal_item.created_at'),
      modified: dateField('portal_item.modified_at'),
      numviews: numberField('portal_item.num_views'),
      numratings: numberField('portal_item.num_ratings'),
      avgrating: numberField('portal_item.avg_rating'),
      size: numberField('portal_item.size'),
      culture: codeField('portal_item.culture'),
      spatialreference: codeField('portal_item.spatial_reference'),
      url: codeField('portal_item.url'),
      name: codeField('portal_item.name'),
    },
  };
}

/** Quoted: exactly this type. Unquoted: every type whose name has these words. */
const typeField: FieldCondition = (value, use) => {
  const name = textOf(value, use);
  const exact = findItemType(name);
  if (value.kind === 'phrase' || use.exact) return sql<SqlBool>`portal_item.type = ${exact ?? name}`;
  const types = looseItemTypes(words(name));
  return types.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`portal_item.type in (${sql.join(types)})`;
};

function groupField(caller: Caller): FieldCondition {
  return (value, use) => {
    const group = textOf(value, use);
    const seen = expressionBuilder<Tables, 'portal_group'>();
    const shared = sql`select item_id from portal_item_group join portal_group on portal_group.id = group_id
      where group_id = ${group} and ${visibleGroups(seen, caller)}`;
    return sql<SqlBool>`portal_item.id in (${shared})`;
  };
}

/**
 * A folder's id, or `root` for items in no folder. Matches only the caller's own items, and for administrators those of their
 * organisation.
 */
function folderField(caller: Caller): FieldCondition {
  return (value, use) => {
    const folder = textOf(value, use);
    if (caller.kind === 'anonymous') return sql<SqlBool>`false`;
    const inside =
      folder.toLowerCase() === 'root'
        ? sql<SqlBool>`portal_item.folder_id is null`
        : sql<SqlBool>`portal_item.folder_id = ${folder}`;
    if (holds(caller, 'portal:admin:viewItems'))
      return sql<SqlBool>`(portal_item.org_id = ${caller.orgId} and ${inside})`;
    return sql<SqlBool>`(portal_item.owner = ${caller.username} and ${inside})`;
  };
}

/**
 * In the protocol's terms: `private` is visible only to its owner, `shared` is private and shared with a
 * group.
 */
const accessField: FieldCondition = (value, use) => {
  const access = textOf(value, use).toLowerCase();
  const shared = sql`exists (select from portal_item_group where item_id = portal_item.id and not favourite)`;
  const conditions: Record<string, RawBuilder<SqlBool>> = {
    public: sql`portal_item.access = 'public'`,
    org: sql`portal_item.access = 'org'`,
    private: sql`(portal_item.access = 'private' and not ${shared})`,
    shared: sql`(portal_item.access = 'private' and ${shared})`,
  };
  const condition = Object.hasOwn(conditions, access) ? conditions[access] : undefined;
  if (!condition) throw use.refuse('“access” is public, org, shared or private.');
  return condition;
};
