import AddOutlined from '@mui/icons-material/AddOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import FolderOpenOutlined from '@mui/icons-material/FolderOpenOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listIntegrationHealth } from '../../../api/integrations.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, useIdentity, useIntegrations } from '../../../context/application-context.ts';
import { IntegrationIcon } from '../../../ui/integration-icon.tsx';
import type { OpenedMenuProps } from './header-menu.tsx';

function OpenedMenu({ id, buttonId, anchor, onClose, children }: OpenedMenuProps & { children: ReactNode }) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{ list: { 'aria-labelledby': buttonId }, paper: { sx: { minWidth: 200 } } }}
    >
      {children}
    </Menu>
  );
}

/** Map > Open leads to the gallery, Map > New to a new map. */
export function MapMenu(props: OpenedMenuProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  return (
    <OpenedMenu {...props}>
      <MenuItem component={Link} to={`/${org}/gallery`} onClick={props.onClose}>
        <ListItemIcon>
          <FolderOpenOutlined fontSize="small" />
        </ListItemIcon>
        {t('header.map.open')}
      </MenuItem>
      <MenuItem component={Link} to={`/${org}/map`} onClick={props.onClose}>
        <ListItemIcon>
          <AddOutlined fontSize="small" />
        </ListItemIcon>
        {t('header.map.new')}
      </MenuItem>
    </OpenedMenu>
  );
}

/** The organisation's integrations; open ones are grey, and choosing one again closes it. */
export function IntegrationsMenu(props: OpenedMenuProps) {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useIntegrations();
  return (
    <OpenedMenu {...props}>
      {availableIntegrations.length === 0 && <MenuItem disabled>{t('header.integrations.none')}</MenuItem>}
      {availableIntegrations.map(({ id, type, config, title, state }) => {
        const open = state !== 'inactive';
        return (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={open}
            onClick={() => {
              if (open) closeIntegration(id);
              else openIntegration(id);
              props.onClose();
            }}
            sx={
              open ? { backgroundColor: 'open.main', '&:hover': { backgroundColor: 'open.main' } } : undefined
            }
          >
            <ListItemIcon>
              <IntegrationIcon type={type} config={config} />
            </ListItemIcon>
            {title}
            <FailingMark id={id} />
          </MenuItem>
        );
      })}
    </OpenedMenu>
  );
}

/** Cache time of a response in milliseconds; the checks themselves run every few hours. */
const freshMilliseconds = 5 * 60_000;

/** A mark after the name of an integration whose last check failed, for administrators, before members notice. */
export function FailingMark({ id }: { id: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { isAdmin } = useIdentity();
  const { data } = useQuery({
    queryKey: apiKeys(org).health,
    queryFn: ({ signal }) => listIntegrationHealth(org, signal),
    enabled: isAdmin,
    staleTime: freshMilliseconds,
  });
  const found = data?.find(({ integration }) => integration === id);
  if (!found || found.state === 'ok') return null;
  const lastCheck = t('health.lastCheck', { state: t(`health.state.${found.state}`) });
  return (
    <Tooltip title={lastCheck}>
      <ErrorOutline titleAccess={lastCheck} fontSize="small" sx={styles.mark} />
    </Tooltip>
  );
}

const styles = {
  mark: {
    color: 'error.main',
    marginInlineStart: 'auto',
    paddingInlineStart: 1,
    boxSizing: 'content-box',
  },
} as const;
