import { sql, type SqlBool } from 'kysely';
import { holds } from '../../access/privileges.ts';
import type { Caller } from '../../caller.ts';
import type { FieldCondition, Searched } from './field-condition.ts';
import {
  codeField,
  constantField,
  dateField,
  flagField,
  ownerField,
  termField,
  textField,
  textOf,
} from './value-condition.ts';

const text = sql.ref('portal_user.search');

/**
 * What people are searched by (portal-wire §4). Finding is telling: addresses are searched by administrators only, and by what
 * visitors are not shown of a person they find nobody.
 */
export function searchedUsers(caller: Caller, orgId: string): Searched {
  const toMembers = (field: FieldCondition) => (caller.kind === 'anonymous' ? nobody(field) : field);
  const administers = holds(caller, 'portal:admin:viewUsers');
  return {
    textColumn: text,
    freeTerms: ['owner'],
    fields: {
      id: ownerField('portal_user.username'),
      username: ownerField('portal_user.username'),
      fullname: textField(text, 'A'),
      firstname: textField(text, 'A'),
      lastname: textField(text, 'A'),
      tags: termField(text, 'tag', 'B'),
      description: textField(text, 'D'),
      email: administers ? codeField('portal_user.email') : ownEmail(caller),
      role: toMembers(codeField('portal_user.role')),
      access: codeField('portal_user.access'),
      orgid: constantField(orgId),
      created: dateField('portal_user.created_at'),
      modified: dateField('portal_user.modified_at'),
      disabled: toMembers(flagField('portal_user.disabled')),
    },
  };
}

/** Reads the value as the field does, refusals included, and finds nobody. */
function nobody(field: FieldCondition): FieldCondition {
  return (value, use) => sql<SqlBool>`(${field(value, use)} and false)`;
}

function ownEmail(caller: Caller): FieldCondition {
  return (value, use) => {
    const email = textOf(value, use).toLowerCase();
    if (caller.kind === 'anonymous') return sql<SqlBool>`false`;
    return sql<SqlBool>`(portal_user.username = ${caller.username} and lower(portal_user.email) = ${email})`;
  };
}
