import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getConfig } from '../api/api-client.ts';
import { apiKeys } from '../api/query-keys.ts';
import { useConfiguration } from '../context/application-context.ts';
import { mayLeave } from '../context/before-leaving.ts';
import { useClosedHosts, useHostsFailure } from '../context/page-hosts.ts';

/**
 * Milliseconds after which a visible page requests the configuration again. The browser's cache revalidates it
 * by ETag: unchanged, it costs a 304.
 */
const requestEvery = 600_000;

/**
 * Offers to load the page again after the organisation's configuration has changed. It is not applied to the
 * open page: that would move the map, the tools and the sign-in under the user's hands.
 */
export function ConfigNote() {
  const { t } = useTranslation();
  const { org, config, connection } = useConfiguration();
  const [dismissed, setDismissed] = useState('');
  const { data } = useQuery({
    queryKey: apiKeys(org).publicConfig,
    queryFn: ({ signal }) => getConfig(org, signal),
    initialData: config,
    staleTime: requestEvery,
    refetchInterval: requestEvery,
    // The page of another organisation starts with a configuration of its own.
    gcTime: 0,
  });
  const latest = JSON.stringify(data);
  const isChanged = latest !== JSON.stringify(config) && latest !== dismissed;
  const closedHosts = useClosedHosts();
  const hostsFailure = useHostsFailure();
  // They are shown at the same place.
  const isCovered = closedHosts.length > 0 || hostsFailure !== undefined;
  const reload = async () => {
    // The work of the map is kept; the input of its tools is not. Forms of other pages ask through the browser.
    if (!(await mayLeave('tool'))) return;
    await connection.session.keepWork().catch(() => {});
    window.location.reload();
  };
  return (
    <Snackbar open={isChanged && !isCovered}>
      <Alert
        severity="info"
        onClose={() => setDismissed(latest)}
        sx={{ maxWidth: 420, border: 1, borderColor: 'divider' }}
      >
        {t('app.configChanged')}
        <Button
          size="small"
          onClick={() => void reload()}
          sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}
        >
          {t('app.reload')}
        </Button>
      </Alert>
    </Snackbar>
  );
}
