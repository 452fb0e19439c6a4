import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Login from '@mui/icons-material/Login';
import Logout from '@mui/icons-material/Logout';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';

/** The account as rows of the side drawer: "Sign out: {name}" or "Sign in" (spec §2). */
export function AccountRows() {
  const { t } = useTranslation();
  const { org, user, isAdmin, isAuthorizing, signIn, signOut } = useApplicationContext();
  return (
    <>
      <ListItemButton disabled={isAuthorizing} onClick={() => (user ? signOut('drawer') : void signIn())}>
        <ListItemIcon>{user ? <Logout /> : <Login />}</ListItemIcon>
        <ListItemText
          primary={user ? t('session.signOutName', { name: user.fullName }) : t('session.signIn')}
        />
      </ListItemButton>
      {user && (
        <ListItemButton component={Link} to={`/${org}/content`}>
          <ListItemIcon>
            <FolderShared />
          </ListItemIcon>
          <ListItemText primary={t('header.content')} />
        </ListItemButton>
      )}
      {isAdmin && (
        <ListItemButton component={Link} to={`/${org}/administration`}>
          <ListItemIcon>
            <AdminPanelSettings />
          </ListItemIcon>
          <ListItemText primary={t('header.administration')} />
        </ListItemButton>
      )}
    </>
  );
}
