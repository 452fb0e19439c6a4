import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { errorText } from '../features/languages/index.ts';
import { LandingLayout } from '../ui/landing-layout.tsx';

/** The error view of the organisation route: what the server says about an organisation that cannot be shown. */
export function OrganisationError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  return (
    <LandingLayout logo="" title={t('app.name')} error={errorText(t, error)}>
      <Button variant="outlined" onClick={() => void revalidate()}>
        {t('app.tryAgain')}
      </Button>
    </LandingLayout>
  );
}
