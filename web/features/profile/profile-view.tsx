import Login from '@mui/icons-material/Login';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { Page } from '../../ui/page.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What a person says of themselves to the portal, whichever it is; password and sessions where it lets them. */
export function ProfileView() {
  const { t } = useTranslation();
  const { user, portal, isAuthorizing, signIn } = useApplicationContext();
  if (!user && isAuthorizing) {
    return (
      <Page>
        <Skeleton variant="rounded" height={480} aria-label={t('session.authorizing')} />
      </Page>
    );
  }
  if (!user) {
    return (
      <Page>
        <StateMessage
          icon={<Login />}
          title={t('profile.signIn')}
          action={<Button onClick={() => void signIn()}>{t('session.signIn')}</Button>}
        />
      </Page>
    );
  }
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 3, width: '100%', maxWidth: 720, mx: 'auto', minWidth: 0 }}>
        <Typography variant="h1">{t('profile.title')}</Typography>
        <ProfileForm user={user} key={user.username} />
        {/* Of people who come through another directory the portal knows no password. */}
        {(user.provider ?? 'arcgis') === 'arcgis' && <PasswordSection username={user.username} />}
        {portal?.accountSessions && <SessionsSection username={user.username} />}
      </Box>
    </Page>
  );
}
