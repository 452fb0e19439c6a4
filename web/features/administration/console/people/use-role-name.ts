import { useTranslation } from 'react-i18next';
import { wordsFor } from '../words.ts';
import { useCustomRoles } from './use-people.ts';

/** ArcGIS's own roles, the most powerful last. */
export const ownRoles = ['org_user', 'org_publisher', 'org_admin'] as const;

/** Returns the name of a user's role; a custom role takes precedence over ArcGIS's. */
export function useRoleName(): (person: { role?: string | null; roleId?: string | null }) => string {
  const { t } = useTranslation();
  const { data: custom = [] } = useCustomRoles();
  return ({ role, roleId }) =>
    custom.find(({ id }) => id === (roleId ?? role))?.name ?? wordsFor(t, `people.role.${role}`, role ?? '');
}
