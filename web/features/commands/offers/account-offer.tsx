import Login from '@mui/icons-material/Login';
import Logout from '@mui/icons-material/Logout';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** Signing in, or out. */
export function AccountOffer() {
  const { t } = useTranslation();
  const { user, isAuthorizing, signIn, signOut } = useApplicationContext();
  const offer = useMemo(() => {
    const words = t('session.account');
    const command: Command = user
      ? {
          id: 'sign-out',
          group: 'account',
          title: t('session.signOutName', { name: user.fullName }),
          words,
          Icon: Logout,
          run: () => signOut('menu'),
        }
      : { id: 'sign-in', group: 'account', title: t('session.signIn'), words, Icon: Login, run: signIn };
    // Until it is known who the person is, neither makes sense.
    return { commands: isAuthorizing ? [] : [command] };
  }, [t, user, isAuthorizing, signIn, signOut]);
  useOffer('account', offer);
  return null;
}
