import type { SvgIconComponent } from '@mui/icons-material';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listIntegrationHealth } from '../../../api/integrations.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, useIdentity, useIntegrations } from '../../../context/application-context.ts';
import { IntegrationIcon } from '../../../ui/integration-icon.tsx';
import { useNarrowHeader } from '../../../ui/use-screen.ts';

/** The organisation's integrations; open ones are grey, and choosing one again closes it. */
export function IntegrationsMenu() {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useIntegrations();
  return (
    <HeaderMenu label={t('header.integrations')} Icon={ExtensionOutlined}>
      {(close) =>
        availableIntegrations.length === 0 ? (
          <MenuItem disabled>{t('header.integrations.none')}</MenuItem>
        ) : (
          availableIntegrations.map(({ id, type, title, state }) => {
            const open = state !== 'inactive';
            return (
              <MenuItem
                key={id}
                role="menuitemcheckbox"
                aria-checked={open}
                onClick={() => {
                  if (open) closeIntegration(id);
                  else openIntegration(id);
                  close();
                }}
                sx={
                  open
                    ? { backgroundColor: 'open.main', '&:hover': { backgroundColor: 'open.main' } }
                    : undefined
                }
              >
                <ListItemIcon>
                  <IntegrationIcon type={type} />
                </ListItemIcon>
                {title}
                <FailingMark id={id} />
              </MenuItem>
            );
          })
        )
      }
    </HeaderMenu>
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

/**
 * A button of the header that opens a menu; an icon only on narrow screens. `children` receives a function that closes
 * it.
 */
export function HeaderMenu({
  label,
  Icon,
  children,
}: {
  label: string;
  Icon: SvgIconComponent;
  children: (close: () => void) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  const menuId = useId();
  const narrow = useNarrowHeader();
  const close = () => setAnchor(null);
  const opener = {
    id: buttonId,
    color: 'inherit',
    'aria-haspopup': 'menu',
    'aria-controls': anchor ? menuId : undefined,
    'aria-expanded': Boolean(anchor),
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {narrow ? (
        <Tooltip title={label}>
          <IconButton {...opener} aria-label={label}>
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button {...opener} endIcon={<ExpandMore />} sx={{ whiteSpace: 'nowrap' }}>
          {label}
        </Button>
      )}
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': buttonId }, paper: { sx: { minWidth: 200 } } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
