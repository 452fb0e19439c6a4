import Extension from '@mui/icons-material/ExtensionOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** Opening and closing the organisation's integrations. */
export function IntegrationsOffer() {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useApplicationContext();
  const offer = useMemo(
    () => ({
      commands: availableIntegrations.map(({ id, title, state }): Command => {
        const closed = state === 'inactive';
        return {
          id: `integration ${id}`,
          group: 'integrations',
          title: closed
            ? t('commands.integration.open', { title })
            : t('commands.integration.close', { title }),
          Icon: Extension,
          run: () => (closed ? openIntegration(id) : closeIntegration(id)),
        };
      }),
    }),
    [t, availableIntegrations, openIntegration, closeIntegration],
  );
  useOffer('integrations', offer);
  return null;
}
