import type { TFunction } from 'i18next';
import { currentLanguage } from '../../../../../i18n/index.ts';
import { messageOr } from '../../field-names.ts';

const groups = ['content', 'sharing', 'groups', 'features', 'admin', 'other'] as const;
type Group = (typeof groups)[number];

/** A privilege with its name. */
export interface NamedPrivilege {
  privilege: string;
  name: string;
}

/**
 * Privileges grouped by subject, in the order of their names. Privileges that this application does not know
 * have no name.
 */
export function groupPrivileges(
  t: TFunction,
  privileges: readonly string[],
): { group: Group; privileges: NamedPrivilege[] }[] {
  const { compare } = new Intl.Collator(currentLanguage());
  const byGroup = Map.groupBy(new Set(privileges), (privilege) => groupOf(t, privilege));
  return groups.flatMap((group) => {
    const named = byGroup
      .get(group)
      ?.map((privilege) => ({ privilege, name: nameOf(t, privilege) }))
      .toSorted((one, other) => compare(one.name, other.name));
    return named ? [{ group, privileges: named }] : [];
  });
}

const nameOf = (t: TFunction, privilege: string) => messageOr(t, `roles.privilege.${privilege}`, privilege);

function groupOf(t: TFunction, privilege: string): Group {
  if (nameOf(t, privilege) === privilege) return 'other';
  const [subject, kind, act = ''] = privilege.split(':');
  if (subject === 'features') return 'features';
  if (kind === 'admin') return 'admin';
  if (act.startsWith('share')) return 'sharing';
  return /Group|Users/.test(act) ? 'groups' : 'content';
}
