import MenuIcon from '@mui/icons-material/Menu';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { sizes } from '../../ui/theme.ts';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { HeaderTitle } from './header-title.tsx';
import { IntegrationsMenu } from './integrations-menu.tsx';
import { MapMenu } from './map-menu.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { SidebarToggle } from './sidebar-toggle.tsx';

export interface AppHeaderProps {
  /** The text after "Mapping: "; empty for none. */
  title: string;
  hasSidebar: boolean;
  /** The button of the command palette, shown at every width. */
  commands: ReactNode;
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
  account,
  accountRows,
  feedback,
  feedbackRow,
  languages,
}: AppHeaderProps) {
  const { t } = useTranslation();
  const { org, config } = useApplicationContext();
  const [drawerOpen, setDrawerOpen] = useState(false);
  return (
    <AppBar position="sticky" color="inherit" elevation={0} sx={styles.bar}>
      <Toolbar disableGutters sx={styles.toolbar}>
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
        <Box component="nav" aria-label={t('header.mainMenu')} sx={styles.menus}>
          <MapMenu org={org} />
          <IntegrationsMenu />
        </Box>
        <Box sx={{ marginInlineStart: 'auto', flexShrink: 0 }}>{commands}</Box>
        <Box sx={styles.end}>
          {feedback}
          {languages}
          <ColorSchemeToggle />
          {account}
        </Box>
      </Toolbar>
      <SideDrawer
        open={drawerOpen}
        onClose={() => setDrawerOpen(false)}
        accountRows={accountRows}
        feedbackRow={feedbackRow}
        footer={
          <>
            {languages}
            <ColorSchemeToggle />
          </>
        }
      />
    </AppBar>
  );
}

const styles = {
  bar: { borderBottom: 1, borderColor: 'divider', backgroundColor: 'background.paper', zIndex: 'appBar' },
  toolbar: {
    minHeight: { xs: `${sizes.headerOnPhones}px !important`, sm: `${sizes.header}px !important` },
    height: { xs: sizes.headerOnPhones, sm: sizes.header },
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
  end: {
    display: { xs: 'none', sm: 'flex' },
    alignItems: 'center',
    gap: { sm: 0, md: 0.5 },
    flexShrink: 0,
    marginInlineStart: -0.5,
  },
} as const;
