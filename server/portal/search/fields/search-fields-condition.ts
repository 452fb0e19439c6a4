import { expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { holds } from '../../access/privileges.ts';
import { visibleGroups } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { findItemType, looseItemTypes } from '../../content/item-types.ts';
import { words } from '../text/words.ts';
import {
  codeField,
  dateField,
  type FieldCondition,
  flagField,
  numberField,
  ownerField,
  type Searched,
  termField,
  textField,
  textOf,
} from './value-condition.ts';

const itemText = sql.ref('portal_item.search');

/** Fields that free text matches too, because “web map” and owners' names are typed as search words. */
export const freeItemTerms = ['owner', 'type'] as const;

/** The search fields of items. The caller matters for `group`: an invisible group matches nothing. */
export function searchedItems(caller: Caller): Searched {
  return {
    textColumn: itemText,
    freeTerms: freeItemTerms,
    fields: {
      id: codeField('portal_item.id'),
      title: textField(itemText, 'A', 'title'),
      tags: termField(itemText, 'tag', 'B'),
      snippet: textField(itemText, 'C'),
      description: textField(itemText, 'D'),
      type: typeField,
      typekeywords: termField(itemText, 'keyword'),
      categories: termField(itemText, 'category'),
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
      numcomments: numberField('portal_item.num_comments'),
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
  const wanted = words(name);
  use.countWords(wanted.length);
  const types = looseItemTypes(wanted);
  return types.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`portal_item.type = any(${types}::text[])`;
};

/** Alternatives are one condition: clients name all groups of a member, which may be hundreds. */
function groupField(caller: Caller): FieldCondition {
  const seen = visibleGroups(expressionBuilder<Tables, 'portal_group'>(), caller);
  const within = (condition: RawBuilder<SqlBool>) => {
    const shared = sql`select item_id from portal_item_group join portal_group on portal_group.id = group_id
      where ${condition} and ${seen}`;
    return sql<SqlBool>`portal_item.id in (${shared})`;
  };
  const one: FieldCondition = (value, use) => {
    const group = textOf(value, use);
    use.countJoin();
    return within(sql<SqlBool>`group_id = ${group}`);
  };
  const anyOf = (groups: readonly string[]) => within(sql<SqlBool>`group_id = any(${[...groups]}::text[])`);
  return Object.assign(one, { anyOf });
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
  if (access === 'private' || access === 'shared') use.countJoin();
  return condition;
};

const userText = sql.ref('portal_user.search');

/**
 * The search fields of users. A search must not reveal what a profile hides: email addresses are searched by
 * the organisation's administrators only, role, state and organisation by its members.
 */
export function searchedUsers(caller: Caller): Searched {
  const administers = holds(caller, 'portal:admin:viewUsers');
  return {
    textColumn: userText,
    freeTerms: ['owner'],
    fields: {
      id: ownerField('portal_user.username'),
      username: ownerField('portal_user.username'),
      fullname: textField(userText, 'A'),
      firstname: textField(userText, 'A'),
      lastname: textField(userText, 'A'),
      tags: termField(userText, 'tag', 'B'),
      description: textField(userText, 'D'),
      email: administers ? ofColleagues(codeField('portal_user.email'), caller) : ownEmail(caller),
      role: ofColleagues(codeField('portal_user.role'), caller),
      access: codeField('portal_user.access'),
      orgid: ofColleagues(codeField('portal_user.org_id'), caller),
      created: dateField('portal_user.created_at'),
      modified: dateField('portal_user.modified_at'),
      disabled: ofColleagues(flagField('portal_user.disabled'), caller),
    },
  };
}

/**
 * Reads the value like the field, including errors, and matches members of the caller's organisation only.
 */
function ofColleagues(field: FieldCondition, caller: Caller): FieldCondition {
  const colleague = caller.kind === 'anonymous' ? sql`false` : sql`portal_user.org_id = ${caller.orgId}`;
  return (value, use) => sql<SqlBool>`(${field(value, use)} and ${colleague})`;
}

function ownEmail(caller: Caller): FieldCondition {
  return (value, use) => {
    const email = textOf(value, use).toLowerCase();
    if (caller.kind === 'anonymous') return sql<SqlBool>`false`;
    return sql<SqlBool>`(portal_user.username = ${caller.username} and lower(portal_user.email) = ${email})`;
  };
}
