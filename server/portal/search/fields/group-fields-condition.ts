import { sql, type SqlBool } from 'kysely';
import type { FieldCondition, Searched } from './field-condition.ts';
import {
  codeField,
  dateField,
  flagField,
  ownerField,
  termField,
  textField,
  textOf,
} from './value-condition.ts';

const text = sql.ref('portal_group.search');

/** The fields by which groups are searched. */
export function searchedGroups(): Searched {
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
