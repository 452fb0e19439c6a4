import Add from '@mui/icons-material/AddOutlined';
import Close from '@mui/icons-material/Close';
import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListSubheader from '@mui/material/ListSubheader';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIntegrations } from '../../../context/application-context.ts';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { IntegrationIcon } from '../../../ui/integration-icon.tsx';
import { FailingMark } from './opened-menus.tsx';

export interface SideDrawerProps {
  open: boolean;
  /** Whole, as the header may not have room for it; empty for none. */
  title: string;
  onClose: () => void;
  accountRows: ReactNode;
  feedbackRow: ReactNode;
  footer: ReactNode;
}

/** On small screens: the entries of the header's menus as one list. */
export function SideDrawer({ open, title, onClose, accountRows, feedbackRow, footer }: SideDrawerProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { availableIntegrations, openIntegration, closeIntegration } = useIntegrations();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: styles.paper, 'aria-label': t('header.mainMenu') } }}
    >
      <Box sx={styles.top}>
        {t('app.name')}
        <IconButton aria-label={t('header.closeMenu')} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box component="nav" sx={{ flex: 1, overflowY: 'auto' }}>
        {title && (
          <Typography variant="h3" component="p" dir="auto" sx={styles.title}>
            {title}
          </Typography>
        )}
        <List onClick={onClose}>
          <DrawerRow component={Link} icon={<Home />} text={t('app.home')} to={`/${org}`} />
          {accountRows}
        </List>
        <Divider />
        <List onClick={onClose} subheader={<ListSubheader disableSticky>{t('header.map')}</ListSubheader>}>
          <DrawerRow
            component={Link}
            icon={<FolderOpen />}
            text={t('header.map.open')}
            to={`/${org}/gallery`}
          />
          <DrawerRow component={Link} icon={<Add />} text={t('header.map.new')} to={`/${org}/map`} />
        </List>
        {availableIntegrations.length > 0 && (
          <>
            <Divider />
            <List
              onClick={onClose}
              subheader={<ListSubheader disableSticky>{t('header.integrations')}</ListSubheader>}
            >
              {availableIntegrations.map(({ id, type, config, title, state }) => (
                <DrawerRow
                  key={id}
                  icon={<IntegrationIcon type={type} config={config} fontSize="medium" />}
                  text={title}
                  mark={<FailingMark id={id} />}
                  aria-pressed={state !== 'inactive'}
                  onClick={() => (state === 'inactive' ? openIntegration(id) : closeIntegration(id))}
                  sx={state === 'inactive' ? undefined : { backgroundColor: 'open.main' }}
                />
              ))}
            </List>
          </>
        )}
        <Divider />
        <List onClick={onClose}>
          <Suspense>{feedbackRow}</Suspense>
        </List>
      </Box>
      <Divider />
      <Box sx={styles.footer}>{footer}</Box>
    </Drawer>
  );
}

const styles = {
  paper: { width: 'min(320px, 86vw)' },
  top: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    height: 48,
    flexShrink: 0,
    typography: 'h2',
  },
  title: { px: 2, pt: 0.5, overflowWrap: 'anywhere' },
  footer: { display: 'flex', gap: 1, p: 1 },
} as const;
