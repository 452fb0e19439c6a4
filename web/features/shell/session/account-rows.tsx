import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Login from '@mui/icons-material/Login';
import Logout from '@mui/icons-material/Logout';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { DrawerRow } from '../../../ui/drawer-row.tsx';

/** The account as rows of the side drawer: "Sign out: {name}" or "Sign in". */
export function AccountRows() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, isAdmin, isAuthorizing, signIn, signOut } = useIdentity();
  return (
    <>
      <DrawerRow
        disabled={isAuthorizing}
        onClick={() => (user ? signOut('drawer') : void signIn())}
        icon={user ? <Logout /> : <Login />}
        text={user ? t('session.signOutName', { name: user.fullName }) : t('session.signIn')}
      />
      {user && (
        <DrawerRow
          component={Link}
          to={`/${org}/profile`}
          icon={<ManageAccounts />}
          text={t('profile.title')}
        />
      )}
      {user && (
        <DrawerRow
          component={Link}
          to={`/${org}/content`}
          icon={<FolderShared />}
          text={t('header.content')}
        />
      )}
      {user && (
        <DrawerRow component={Link} to={`/${org}/groups`} icon={<Groups />} text={t('groups.title')} />
      )}
      {isAdmin && (
        <DrawerRow
          component={Link}
          to={`/${org}/administration`}
          icon={<AdminPanelSettings />}
          text={t('header.administration')}
        />
      )}
    </>
  );
}
