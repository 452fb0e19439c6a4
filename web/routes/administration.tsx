import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../context/application-context.ts';
import { useStanding } from '../context/use-standing.ts';
import { usePageName } from '../context/page-frame.ts';
import { AdministrationView } from '../features/administration/console/index.ts';
import { GroupDialog } from '../features/content/groups/index.ts';
import { StateMessage } from '../ui/state-message.tsx';
import { NotFoundRoute } from './not-found.tsx';

/**
 * The administration; for people who are not administrators it shows "Not found", and for those whom the
 * server cannot verify why.
 */
export function AdministrationRoute() {
  const { t } = useTranslation();
  const { isAdmin, isAuthorizing } = useIdentity();
  const standing = useStanding();
  if (isAdmin) return <AdministrationView GroupDialog={GroupDialog} />;
  if (standing === 'unverified') return <Unverified />;
  // Until the sign-in has been checked, show neither the page nor "Not found".
  return isAuthorizing ? <LinearProgress aria-label={t('session.authorizing')} /> : <NotFoundRoute />;
}

function Unverified() {
  const { t } = useTranslation();
  usePageName(t('header.administration'));
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60dvh', p: 3 }}>
      <StateMessage
        icon={<CloudOff />}
        title={t('header.administration')}
        detail={t('error.membership:unverified')}
      />
    </Box>
  );
}
