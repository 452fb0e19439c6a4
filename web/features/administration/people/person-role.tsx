import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useApplicationContext } from '../../../context/application-context.ts';
import { setRole } from '../../../portal/accounts/change-account.ts';
import type { PortalUser } from '../../../portal/portal-types.ts';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../languages/index.ts';
import { RoleChoice } from './role-choice.tsx';
import { useChange } from './use-people.ts';

/** What a person may do in the portal. */
export function PersonRole({ person }: { person: PortalUser }) {
  const { t } = useTranslation();
  const { connection, user } = useApplicationContext();
  const change = useChange((role: string) => setRole(connection, person.username, role));
  const allowed = user?.privileges.includes('portal:admin:changeUserRoles') ?? false;
  return (
    <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
      <RoleChoice
        value={(change.isPending && change.variables) || person.roleId || person.role || ''}
        disabled={!allowed || change.isPending}
        onChoose={(role) => change.mutate(role)}
      />
      {change.error && <Alert severity="error">{errorText(t, change.error)}</Alert>}
    </Box>
  );
}
