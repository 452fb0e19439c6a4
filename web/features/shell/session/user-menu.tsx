import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import Login from '@mui/icons-material/Login';
import Logout from '@mui/icons-material/Logout';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { sizes } from '../../../ui/sizes.ts';

/** Avatar and full name, with a menu that offers "Sign in" or "Sign out". */
export function UserMenu() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, isAdmin, isAuthorizing, signIn, signOut } = useIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = () => setAnchor(null);
  const row = (icon: ReactNode, text: string, to: string) => (
    <MenuItem component={Link} to={to} onClick={close}>
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  );
  return (
    <>
      <Button
        color="inherit"
        aria-label={user ? `${t('session.account')}: ${user.fullName}` : t('session.account')}
        aria-haspopup="menu"
        aria-controls={anchor ? menuId : undefined}
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 1, px: 1, minWidth: sizes.touch, minHeight: sizes.touch }}
      >
        {isAuthorizing ? (
          <CircularProgress size={28} thickness={4} aria-label={t('session.authorizing')} />
        ) : (
          <UserAvatar />
        )}
        {user && (
          <Typography
            component="span"
            noWrap
            sx={{ maxWidth: 160, display: { xs: 'none', md: 'block' }, fontWeight: 500 }}
          >
            {user.fullName}
          </Typography>
        )}
      </Button>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 220 } } }}
      >
        {user && (
          <Typography component="li" noWrap sx={{ px: 2, py: 1, maxWidth: 280, fontWeight: 500 }}>
            {user.fullName}
          </Typography>
        )}
        {user && <Divider />}
        {user && row(<ManageAccounts fontSize="small" />, t('profile.title'), `/${org}/profile`)}
        {user && row(<FolderShared fontSize="small" />, t('header.content'), `/${org}/content`)}
        {user && row(<Groups fontSize="small" />, t('groups.title'), `/${org}/groups`)}
        {isAdmin &&
          row(<AdminPanelSettings fontSize="small" />, t('header.administration'), `/${org}/administration`)}
        {user ? (
          <MenuItem onClick={() => signOut('menu')}>
            <ListItemIcon>
              <Logout fontSize="small" />
            </ListItemIcon>
            {t('session.signOut')}
          </MenuItem>
        ) : (
          <MenuItem
            disabled={isAuthorizing}
            onClick={() => {
              close();
              void signIn();
            }}
          >
            <ListItemIcon>
              <Login fontSize="small" />
            </ListItemIcon>
            {t('session.signIn')}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** The user's picture, else their initials; a person icon when signed out. */
export function UserAvatar() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  if (!user) {
    return (
      <Avatar
        sx={{
          width: 30,
          height: 30,
          bgcolor: 'transparent',
          color: 'inherit',
          border: 1,
          borderColor: 'divider',
        }}
      >
        <PersonOutlined fontSize="small" />
      </Avatar>
    );
  }
  return (
    <Avatar
      src={userThumbnail(connection, user)}
      alt=""
      sx={{
        width: 30,
        height: 30,
        fontSize: 13,
        fontWeight: 500,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {initials(user.fullName)}
    </Avatar>
  );
}

/** At most two initials of a name: of the first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase()).join('');
}

function firstGrapheme(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}

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
