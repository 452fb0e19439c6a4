import { sql, type SqlBool } from 'kysely';
import { holds } from '../../access/privileges.ts';
import type { Caller } from '../../caller.ts';
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
} from './value-condition.ts';

const text = sql.ref('portal_user.search');

/**
 * The search fields of users. A search must not reveal what a profile hides: email addresses are searched by
 * the organisation's administrators only, role, state and organisation by its members.
 */
export function searchedUsers(caller: Caller): Searched {
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
