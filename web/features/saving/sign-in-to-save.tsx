import LockOutlined from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { StateMessage } from '../../ui/state-message.tsx';

/** Asks for the sign-in in place; the work is there again after it. */
export function SignInToSave() {
  const { t } = useTranslation();
  const { isAuthorizing, signIn } = useApplicationContext();
  return (
    <StateMessage
      icon={<LockOutlined />}
      title={t('saving.signIn')}
      detail={t('saving.signIn.why')}
      action={
        <Button variant="contained" loading={isAuthorizing} onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      }
    />
  );
}
