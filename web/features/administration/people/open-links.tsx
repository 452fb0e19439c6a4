import LinkIcon from '@mui/icons-material/Link';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { listLinks, type OpenLink, revokeLink } from '../../../portal/accounts/account-links.ts';
import { errorText, useFormats } from '../../languages/index.ts';
import { useChange, usePeopleKey } from './use-people.ts';
import { useRoleName } from './use-role-name.ts';

/** Links handed out and not used yet, each of which can be taken back. Nothing is shown where there are none. */
export function OpenLinks() {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const { date } = useFormats();
  const roleName = useRoleName();
  const links = useQuery({
    queryKey: [...usePeopleKey(), 'links'],
    queryFn: ({ signal }) => listLinks(connection, signal),
  });
  const revoke = useChange((id: string) => revokeLink(connection, id));
  if (!links.data?.length) return null;
  const what = ({ kind, username, role }: OpenLink) =>
    kind === 'join'
      ? t('people.links.join', { role: roleName({ role }) })
      : t('people.links.password', { username: username ?? '' });
  return (
    <Paper
      component="section"
      aria-label={t('people.links')}
      variant="outlined"
      sx={{ p: 2, borderRadius: '12px' }}
    >
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('people.links')}
      </Typography>
      {revoke.error && <Alert severity="error">{errorText(t, revoke.error)}</Alert>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {links.data.map((link) => (
          <Box
            component="li"
            key={link.id}
            sx={{ display: 'flex', gap: 1.5, alignItems: 'center', minHeight: 48 }}
          >
            <LinkIcon color="action" fontSize="small" />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography noWrap>{what(link)}</Typography>
              <Typography noWrap color="textSecondary" variant="body2">
                {t('people.links.by', { name: link.createdBy, date: date(link.expires) })}
              </Typography>
            </Box>
            <Button
              loading={revoke.isPending && revoke.variables === link.id}
              onClick={() => revoke.mutate(link.id)}
              aria-label={`${t('people.links.revoke')}: ${what(link)}`}
              sx={{ minHeight: 44, flexShrink: 0 }}
            >
              {t('people.links.revoke')}
            </Button>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
