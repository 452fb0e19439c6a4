import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';

/**
 * Why there is no map: it does not exist, requires a sign-in, is not permitted, or there was no response. Each with an
 * action.
 */
export function MapProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, signIn } = useIdentity();
  const { id = '', status = 0 } = error as Partial<MappingError>;
  // The portal's response, or the application's for a shared map for members.
  const closed = needsSignIn(error) || id === 'membership:sign-in-needed';
  const gallery = (
    <Button component={Link} to={`/${org}/gallery`}>
      {t('viewer.problem.gallery')}
    </Button>
  );
  const content = () => {
    if (closed && !user) {
      const action = (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
          {gallery}
        </Box>
      );
      return (
        <StateMessage
          icon={<LockOutlined />}
          title={t('viewer.problem.private')}
          detail={t('viewer.problem.private.why')}
          action={action}
        />
      );
    }
    if (closed) {
      return (
        <StateMessage
          icon={<LockOutlined />}
          title={t('viewer.problem.notAllowed')}
          detail={t('viewer.problem.notAllowed.why')}
          action={gallery}
        />
      );
    }
    if (id === 'portal:item-not-found' || (id.startsWith('shared-map') && [404, 410].includes(status))) {
      return (
        <StateMessage
          icon={<SearchOff />}
          title={t('viewer.problem.missing')}
          detail={<ErrorMessage error={error} />}
          action={gallery}
        />
      );
    }
    const again = <Button onClick={onRetry}>{t('app.tryAgain')}</Button>;
    return (
      <StateMessage
        icon={<CloudOff />}
        title={t('viewer.problem.failed')}
        detail={<ErrorMessage error={error} />}
        action={again}
      />
    );
  };
  return (
    <Box role="alert" sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 2 }}>
      <Box sx={{ width: '100%', maxWidth: 480 }}>{content()}</Box>
    </Box>
  );
}
