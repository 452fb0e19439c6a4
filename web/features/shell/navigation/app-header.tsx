import DarkMode from '@mui/icons-material/DarkModeOutlined';
import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import ViewSidebar from '@mui/icons-material/ViewSidebarOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useColorScheme } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useSidebar } from '../../../context/application-context.ts';
import { whenMayLeave } from '../../../context/before-leaving.ts';
import { Hint } from '../../../ui/hint.tsx';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { lowWindows, sizes } from '../../../ui/sizes.ts';
import { Toolbar as Controls } from '../../../ui/toolbar.tsx';
import { usePhone } from '../../../ui/use-screen.ts';
import { HeaderMenu } from './header-menu.tsx';

export interface AppHeaderProps {
  /** The text after "Mapping: "; empty for none. */
  title: string;
  hasSidebar: boolean;
  /** The button of the command palette, shown at every width. */
  commands: ReactNode;
  /** The bell of members, shown at every width. */
  notifications: ReactNode;
  /** Components of other features for the header, and for the side drawer that replaces it on small screens. */
  account: ReactNode;
  accountRows: ReactNode;
  feedback: ReactNode;
  feedbackRow: ReactNode;
  languages: ReactNode;
}

/** The header of every page of an organisation. */
export function AppHeader({
  title,
  hasSidebar,
  commands,
  notifications,
  account,
  accountRows,
  feedback,
  feedbackRow,
  languages,
}: AppHeaderProps) {
  const { t } = useTranslation();
  const { org, config } = useConfiguration();
  const [drawerOpen, setDrawerOpen] = useState(false);
  return (
    <Box component="header" sx={styles.bar}>
      <Box sx={styles.toolbar}>
        <IconButton
          color="inherit"
          aria-label={t('header.openMenu')}
          onClick={() => setDrawerOpen(true)}
          sx={styles.onPhones}
        >
          <MenuIcon />
        </IconButton>
        {hasSidebar && <SidebarToggle />}
        <HeaderTitle org={org} logo={config.portal.customLogo} title={title} />
        <Box component="nav" aria-label={t('header.mainMenu')} data-tour="menus" sx={styles.menus}>
          <HeaderMenu label={t('header.map')} Icon={MapOutlined} load={loadMapMenu} />
          <HeaderMenu label={t('header.integrations')} Icon={ExtensionOutlined} load={loadIntegrationsMenu} />
        </Box>
        <Controls label={t('header.controls')} sx={styles.controls}>
          <Box data-tour="commands" sx={{ flexShrink: 0 }}>
            {commands}
          </Box>
          {notifications}
          <Box data-tour="account" sx={styles.end}>
            {feedback}
            {languages}
            <ColorSchemeToggle />
            {account}
          </Box>
        </Controls>
      </Box>
      <LazyBoundary
        wanted={drawerOpen}
        load={loadSideDrawer}
        props={{
          open: drawerOpen,
          title,
          onClose: () => setDrawerOpen(false),
          accountRows,
          feedbackRow,
          footer: (
            <>
              {languages}
              <ColorSchemeToggle />
            </>
          ),
        }}
      />
    </Box>
  );
}

const loadMapMenu = async () => (await import('./opened-menus.tsx')).MapMenu;
const loadIntegrationsMenu = async () => (await import('./opened-menus.tsx')).IntegrationsMenu;
const loadSideDrawer = async () => (await import('./side-drawer.tsx')).SideDrawer;

const styles = {
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 'appBar',
    [lowWindows]: { position: 'static' },
    flexShrink: 0,
    borderBottom: 1,
    borderColor: 'divider',
    backgroundColor: 'background.paper',
  },
  toolbar: {
    display: 'flex',
    alignItems: 'center',
    // Higher in low windows only: `--bar-height` has room for two lines of larger text.
    minHeight: 'calc(var(--bar-height) - 1px)',
    px: { xs: 0.5, sm: 1, md: 2 },
    gap: { xs: 1, sm: 0.5, md: 1 },
  },
  onPhones: { display: { sm: 'none' }, width: sizes.touch, height: sizes.touch },
  menus: {
    display: { xs: 'none', sm: 'flex' },
    gap: { sm: 0, md: 0.5 },
    flexShrink: 0,
    marginInlineStart: { sm: 0, md: 1 },
  },
  controls: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: { xs: 1, sm: 0.5, md: 1 },
    marginInlineStart: 'auto',
  },
  end: {
    display: { xs: 'none', sm: 'flex' },
    alignItems: 'center',
    gap: { sm: 0, md: 0.5 },
    flexShrink: 0,
    marginInlineStart: -0.5,
  },
} as const;

/** Switches between light and dark. Until the first switch the system's preference applies. */
function ColorSchemeToggle() {
  const { t } = useTranslation();
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const label = dark ? t('header.toLight') : t('header.toDark');
  return (
    <Hint title={label}>
      <IconButton color="inherit" aria-label={label} onClick={() => setMode(dark ? 'light' : 'dark')}>
        {dark ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
      </IconButton>
    </Hint>
  );
}

/** Shows and hides the page's sidebar; rendered only on pages that have one. */
function SidebarToggle() {
  const { t } = useTranslation();
  const { sidebarOpen, setSidebarOpen } = useSidebar();
  const label = sidebarOpen ? t('header.hideSidebar') : t('header.showSidebar');
  return (
    <Hint title={label}>
      <IconButton
        color="inherit"
        aria-label={label}
        onClick={() => whenMayLeave('tool', () => setSidebarOpen(!sidebarOpen))}
      >
        {/* The icon has its bar at the end; our sidebar is at the start. */}
        <ViewSidebar fontSize="small" sx={{ transform: 'scaleX(-1)' }} />
      </IconButton>
    </Hint>
  );
}

/**
 * Logo and "Mapping" or "Mapping: {title}", both linking to the organisation's home. Small screens have room only for
 * the title, which their menu has, too.
 */
function HeaderTitle({ org, logo, title }: { org: string; logo: string; title: string }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const titled = title ? t('app.titled', { title }) : t('app.name');
  const text = phone ? title : titled;
  const shown = (
    <Hint title={text}>
      <Typography component="span" variant="h2" dir="auto" sx={titleStyles.text}>
        {text}
      </Typography>
    </Hint>
  );
  if (phone) return shown;
  return (
    <Box component={Link} to={`/${org}`} sx={titleStyles.link}>
      <Logo address={logo} />
      {shown}
    </Box>
  );
}

const titleStyles = {
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minWidth: 0,
    color: 'inherit',
    textDecoration: 'none',
    borderRadius: 1,
    paddingInlineEnd: 0.5,
    '& > svg, & > img': { flexShrink: 0 },
  },
  // Two lines on narrow screens, so that the title stays readable.
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: { xs: 2, md: 1 },
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    // Else a long word is left out as a whole.
    wordBreak: { md: 'break-all' },
    minWidth: 0,
    fontSize: { xs: '1rem', sm: '0.9375rem', md: '1.25rem' },
    lineHeight: 1.2,
    // There the header scrolls away.
    [lowWindows]: { WebkitLineClamp: 'none', wordBreak: 'normal', my: 0.5 },
  },
} as const;
