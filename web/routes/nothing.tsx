import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LandingLayout } from '../ui/landing-layout.tsx';

/** `/`: there is no list of organisations, and no page without one. */
export function NothingRoute() {
  const { t } = useTranslation();
  // Isolated, because an address runs from left to right in every language.
  const address = `\u2066${location.origin}/…\u2069`;
  return (
    <LandingLayout logo="" title={t('app.notFound')}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('app.noOrganisation', { address })}</Typography>
    </LandingLayout>
  );
}
