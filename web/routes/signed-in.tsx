import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LandingLayout } from '../ui/landing-layout.tsx';

/** Seen in the small sign-in window when the browser does not let it close itself. */
export function SignedInRoute() {
  const { t } = useTranslation();
  return (
    <LandingLayout logo="" title={t('app.name')}>
      <Typography>{t('session.closeWindow')}</Typography>
    </LandingLayout>
  );
}
