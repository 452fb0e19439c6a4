import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../context/application-context.ts';
import { AdministrationView } from '../features/administration/console/index.ts';
import { GroupDialog } from '../features/content/groups/index.ts';
import { NotFoundRoute } from './not-found.tsx';

/** The administration; for people who are not administrators it shows "Not found". */
export function AdministrationRoute() {
  const { t } = useTranslation();
  const { isAdmin, isAuthorizing } = useIdentity();
  if (isAdmin) return <AdministrationView GroupDialog={GroupDialog} />;
  // Until the sign-in has been checked, show neither the page nor "Not found".
  return isAuthorizing ? <LinearProgress aria-label={t('session.authorizing')} /> : <NotFoundRoute />;
}
