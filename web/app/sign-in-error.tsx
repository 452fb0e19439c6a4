import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useRouteError, useRouteLoaderData } from 'react-router';
import { errorText } from '../features/languages/index.ts';
import { currentLanguage } from '../features/languages/index.ts';
import { LandingLayout } from '../ui/landing-layout.tsx';
import type { Organisation } from './organisation-loader.ts';

/** What went wrong on the way back from the portal's sign-in page, and two ways on. */
export function SignInError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { org } = useParams();
  const organisation = useRouteLoaderData<Organisation>('organisation');
  const { returnTo } = (error ?? {}) as { returnTo?: string };
  return (
    <LandingLayout
      logo={organisation?.config.portal.customLogo ?? ''}
      title={t('app.name')}
      error={errorText(t, error)}
    >
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {organisation && (
          <Button
            variant="contained"
            onClick={() => void organisation.connection.session.signIn(currentLanguage())}
          >
            {t('app.tryAgain')}
          </Button>
        )}
        <Button variant="outlined" component={Link} replace to={returnTo || `/${org}`}>
          {t('session.withoutSignIn')}
        </Button>
      </Box>
    </LandingLayout>
  );
}
