import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import type { LinkOffer } from '../../portal/accounts/account-links.ts';

/** The link has been used: on to signing in, which comes back to the organisation's start page. */
export function Joined({ offer, username }: { offer: LinkOffer; username: string }) {
  const { t } = useTranslation();
  const { org, user, signIn } = useApplicationContext();
  const navigate = useNavigate();
  const go = async () => {
    await navigate(`/${org}`, { replace: true });
    if (!user) await signIn();
  };
  return (
    <Box component="output" sx={{ display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center' }}>
      <CheckCircle color="primary" sx={{ fontSize: 48 }} />
      <Typography variant="h1">{offer.kind === 'join' ? t('join.done') : t('join.password.done')}</Typography>
      <Typography color="textSecondary">{t('join.signInAs', { username })}</Typography>
      <Button variant="contained" size="large" onClick={() => void go()} sx={{ minHeight: 48 }}>
        {user ? t('join.home') : t('session.signIn')}
      </Button>
    </Box>
  );
}
