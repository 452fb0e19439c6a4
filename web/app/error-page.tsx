import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { errorText } from '../features/languages/index.ts';
import { ErrorView } from '../ui/error-view.tsx';

/** The error page: a sad face, the message or "Something went wrong", and a Home link, which leads to `/`. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? error.statusText || t('error.unknown') : errorText(t, error);
  return (
    <ErrorView message={message}>
      <Button variant="contained" href="/">
        {t('app.home')}
      </Button>
      <Button variant="outlined" onClick={() => window.location.reload()}>
        {t('app.tryAgain')}
      </Button>
    </ErrorView>
  );
}
