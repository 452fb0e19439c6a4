import LinkOff from '@mui/icons-material/LinkOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { openLink } from '../../portal/accounts/account-links.ts';
import { Page } from '../../ui/page.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { Joined } from './joined.tsx';
import { JoinForm } from './join-form.tsx';

/** The page a link leads to. Its secret stands behind `#`, which is sent to no server but in the body of a question. */
export function JoinView() {
  const { t } = useTranslation();
  const { org, connection } = useApplicationContext();
  const secret = useLocation().hash.slice(1);
  const [username, setUsername] = useState<string>();
  const offer = useQuery({
    queryKey: ['portal', connection.restUrl, 'link', secret],
    queryFn: ({ signal }) => openLink(connection, secret, signal),
    enabled: secret !== '' && username === undefined,
    staleTime: Infinity,
  });
  if (secret === '' || offer.error) {
    return (
      <Page>
        <StateMessage
          role="alert"
          icon={<LinkOff />}
          title={t('join.dead')}
          detail={offer.error ? errorText(t, offer.error) : t('join.incomplete')}
          action={
            <Button component={Link} to={`/${org}`}>
              {t('join.home')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page>
      <Paper
        variant="outlined"
        sx={{ p: { xs: 2.5, sm: 4 }, borderRadius: '12px', width: '100%', maxWidth: 480, mx: 'auto' }}
      >
        {offer.data === undefined && (
          <Skeleton variant="rounded" height={320} aria-label={t('app.loading')} />
        )}
        {offer.data && username !== undefined && <Joined offer={offer.data} username={username} />}
        {offer.data && username === undefined && (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Typography variant="h1">
              {offer.data.kind === 'join' ? t('join.title') : t('join.password.title')}
            </Typography>
            <Typography color="textSecondary">
              {offer.data.kind === 'join'
                ? t('join.invited', { name: offer.data.invitedBy, portal: offer.data.portalName })
                : t('join.password.for', { name: offer.data.fullName ?? offer.data.username ?? '' })}
            </Typography>
            <JoinForm offer={offer.data} secret={secret} onDone={setUsername} />
          </Box>
        )}
      </Paper>
    </Page>
  );
}
