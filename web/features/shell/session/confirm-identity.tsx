import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The dialog before a change that needs a recent sign-in. What was typed stays in its form. */
export function ConfirmIdentity({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { session } = useConfiguration().connection;
  const { user } = useIdentity();
  return (
    <SignInDialog
      open={open}
      title={t('session.confirm')}
      text={t('session.confirm.text', { username: user?.username ?? '' })}
      dismiss={t('session.confirm.cancel')}
      action={t('session.confirm.action')}
      onDismiss={() => session.answerConfirmation(false)}
      onSignIn={() => session.confirmIdentity(currentLanguage())}
    />
  );
}
