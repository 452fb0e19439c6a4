import AccessibilityNew from '@mui/icons-material/AccessibilityNew';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import ExploreOutlined from '@mui/icons-material/ExploreOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { type Guide, openGuide, useUnseenGuides } from '../../../context/guide.ts';
import { usePresenting } from '../../../context/page-frame.ts';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { Login, Logout } from '../../../ui/mirrored-icons.ts';

interface AccountMenuProps {
  id: string;
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** The menu of the user's picture; loaded when it is opened. */
export function AccountMenu({ id, anchor, onClose: close }: AccountMenuProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, isAdmin, isAuthorizing, signIn, signOut } = useIdentity();
  const row = (icon: ReactNode, text: string, to: string) => (
    <MenuItem component={Link} to={to} onClick={close}>
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  );
  const offersTour = useOffersTour();
  const unseen = useUnseenGuides();
  const guideRow = (guide: Guide, icon: ReactNode) => (
    <MenuItem
      onClick={() => {
        close();
        openGuide(guide);
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      <Box component="span" sx={{ paddingInlineEnd: 1.5 }}>
        {t(`guide.${guide}`)}
      </Box>
      {unseen[guide] && <NewMark />}
    </MenuItem>
  );
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={close}
      slotProps={{ paper: { sx: { minWidth: 220 } } }}
    >
      {user && (
        // No item of the menu; the button that opens it is named by the user.
        <Typography
          component="li"
          role="presentation"
          noWrap
          sx={{ px: 2, py: 1, maxWidth: 280, fontWeight: 500 }}
        >
          {user.fullName}
        </Typography>
      )}
      {user && <Divider />}
      {user && row(<ManageAccounts fontSize="small" />, t('profile.title'), `/${org}/profile`)}
      {user && row(<FolderShared fontSize="small" />, t('header.content'), `/${org}/content`)}
      {user && row(<Groups fontSize="small" />, t('groups.title'), `/${org}/groups`)}
      {isAdmin &&
        row(<AdminPanelSettings fontSize="small" />, t('header.administration'), `/${org}/administration`)}
      {offersTour && guideRow('tour', <ExploreOutlined fontSize="small" />)}
      {guideRow('news', <NewReleases fontSize="small" />)}
      {row(<AccessibilityNew fontSize="small" />, t('accessibility.title'), `/${org}/accessibility`)}
      {user ? (
        <MenuItem
          onClick={() => {
            // Unsaved work may keep the user here.
            close();
            signOut('menu');
          }}
        >
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
  );
}

/** Not on pages shown to readers of a link. */
function useOffersTour(): boolean {
  const shared = useMatch('/:org/map/sid/:sid');
  return !usePresenting() && shared === null;
}

function NewMark() {
  const { t } = useTranslation();
  return (
    <Chip
      size="small"
      color="primary"
      label={t('guide.unseen.mark')}
      sx={{ marginInlineStart: 'auto', pointerEvents: 'none' }}
    />
  );
}

/** The account as rows of the side drawer: "Sign out: {name}" or "Sign in". */
export function AccountRows() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user, isAdmin, isAuthorizing, signIn, signOut } = useIdentity();
  const offersTour = useOffersTour();
  const unseen = useUnseenGuides();
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
      {offersTour && (
        <DrawerRow
          onClick={() => openGuide('tour')}
          icon={<ExploreOutlined />}
          text={t('guide.tour')}
          mark={unseen.tour && <NewMark />}
        />
      )}
      <DrawerRow
        onClick={() => openGuide('news')}
        icon={<NewReleases />}
        text={t('guide.news')}
        mark={unseen.news && <NewMark />}
      />
      <DrawerRow
        component={Link}
        to={`/${org}/accessibility`}
        icon={<AccessibilityNew />}
        text={t('accessibility.title')}
      />
    </>
  );
}
