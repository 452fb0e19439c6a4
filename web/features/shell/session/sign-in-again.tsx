import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The dialog of a session that has ended. */
export function SignInAgain({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { session } = useConfiguration().connection;
  return (
    <SignInDialog
      open={open}
      title={t('session.again')}
      text={t('session.again.text')}
      dismiss={t('session.again.without')}
      action={t('session.signIn')}
      onDismiss={() => session.giveUp()}
      onSignIn={() => session.signInAgain(currentLanguage())}
    />
  );
}
