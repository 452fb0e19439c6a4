import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listIntegrationHealth } from '../../../api/integrations.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';

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
  const said = t('health.lastCheck', { state: t(`health.state.${found.state}`) });
  return (
    <Tooltip title={said}>
      <ErrorOutline titleAccess={said} fontSize="small" sx={styles.mark} />
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
