import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteLoaderData } from 'react-router';
import { useApplicationContext } from '../context/application-context.ts';
import { LandingLayout } from '../ui/landing-layout.tsx';
import { ApplicationProvider } from './application-provider.tsx';
import { MainLayout } from './main-layout.tsx';
import type { Organisation } from './organisation-loader.ts';

/** Everything below `/{org}`: the application context and the main layout, or the landing layout with what failed. */
export function OrganisationView() {
  const organisation = useRouteLoaderData<Organisation>('organisation');
  const [notice, setNotice] = useState('');
  const [attempt, setAttempt] = useState(0);
  // The route above loads it or shows its error; there is no third way.
  if (!organisation) throw new Error('The organisation has not been loaded.');
  return (
    <ApplicationProvider key={`${organisation.org} ${attempt}`} {...organisation} onNotice={setNotice}>
      <MainOrLanding onAgain={() => setAttempt(attempt + 1)} />
      <Snackbar open={notice !== ''} message={notice} autoHideDuration={6000} onClose={() => setNotice('')} />
    </ApplicationProvider>
  );
}

/** @param onAgain begins anew: what a sign-in failed with is forgotten */
function MainOrLanding({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const { config, connection, error, user, signInHelps, signIn } = useApplicationContext();
  const queries = useQueryClient();
  if (!error) return <MainLayout />;
  const again = () => {
    void queries.resetQueries({ queryKey: ['portal', connection.restUrl] });
    onAgain();
  };
  return (
    <LandingLayout logo={config.portal.customLogo} title={t('app.name')} error={error}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {signInHelps && !user && (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        <Button variant="outlined" onClick={again}>
          {t(connection.session.mode === 'anonymous' ? 'session.withoutSignIn' : 'app.tryAgain')}
        </Button>
      </Box>
    </LandingLayout>
  );
}
