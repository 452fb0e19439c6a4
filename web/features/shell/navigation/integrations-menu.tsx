import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useIntegrations } from '../../../context/application-context.ts';
import { IntegrationIcon } from '../../../ui/integration-icon.tsx';
import { FailingMark } from './failing-mark.tsx';
import { HeaderMenu } from './header-menu.tsx';

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
