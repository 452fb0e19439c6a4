import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useUnseenGuides } from '../../../context/guide.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { initials } from '../../../ui/initials.ts';
import { sizes } from '../../../ui/sizes.ts';

/** Avatar and full name, with a menu that offers "Sign in" or "Sign out". */
export function UserMenu() {
  const { t } = useTranslation();
  const { user, isAuthorizing } = useIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = () => setAnchor(null);
  const unseen = useUnseenGuides();
  const isNew = unseen.tour || unseen.news;
  return (
    <>
      <Button
        color="inherit"
        aria-label={user ? `${t('session.account')}: ${user.fullName}` : t('session.account')}
        aria-description={isNew ? t('guide.unseen') : undefined}
        aria-haspopup="menu"
        aria-controls={anchor ? menuId : undefined}
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 1, px: 1, minWidth: sizes.touch, minHeight: sizes.touch }}
      >
        {isAuthorizing ? (
          <LazyBoundary
            wanted
            load={loadProgress}
            props={{ size: 28, thickness: 4, 'aria-label': t('session.authorizing') }}
          />
        ) : (
          <Box sx={isNew ? styles.unseen : undefined}>
            <UserAvatar />
          </Box>
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
      <LazyBoundary wanted={anchor !== null} load={loadMenu} props={{ id: menuId, anchor, onClose: close }} />
    </>
  );
}

/** The account as rows of the side drawer, which load when they are first rendered. */
export function LazyAccountRows() {
  return <LazyBoundary wanted load={loadRows} props={nothing} />;
}

const styles = {
  avatar: {
    display: 'grid',
    placeItems: 'center',
    width: 30,
    height: 30,
    flexShrink: 0,
    borderRadius: '50%',
    overflow: 'hidden',
    lineHeight: 1,
    userSelect: 'none',
  },
  visitor: { border: 1, borderColor: 'divider' },
  member: {
    fontSize: 13,
    fontWeight: 500,
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  // In place of a picture: not part of the button's text, by which speech control would look for it.
  initials: { '&::before': { content: 'attr(data-initials)' } },
  unseen: {
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      top: -4,
      insetInlineEnd: -4,
      width: 8,
      height: 8,
      borderRadius: '50%',
      border: 2,
      borderColor: 'background.paper',
      boxSizing: 'content-box',
      // Not the avatar's colour, on which it lies.
      backgroundColor: 'info.main',
    },
  },
} as const;

const loadRows = async () => (await import('./account-menu.tsx')).AccountRows;
const nothing = {};

const loadProgress = async () => (await import('@mui/material/CircularProgress')).default;
const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/** The user's picture, else their initials; a person icon when signed out. */
export function UserAvatar() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const [failed, setFailed] = useState<string>();
  if (!user)
    return (
      <Box sx={{ ...styles.avatar, ...styles.visitor }}>
        <PersonOutlined fontSize="small" />
      </Box>
    );
  const picture = userThumbnail(connection, user);
  return (
    <Box sx={{ ...styles.avatar, ...styles.member }}>
      {picture && picture !== failed ? (
        <Box component="img" src={picture} alt="" onError={() => setFailed(picture)} sx={styles.picture} />
      ) : (
        <Box component="span" data-initials={initials(user.fullName)} sx={styles.initials} />
      )}
    </Box>
  );
}
