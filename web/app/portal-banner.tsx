import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../context/application-context.ts';
import { usePortalIdentity } from '../context/use-portal-identity.ts';
import { loadPortalSettings } from '../portal/portal-facts.ts';

const closedKey = 'mapping.portal-message';

/** The message that the portal's administrators have for everybody; once closed it stays away in this tab until it changes. */
export function PortalBanner() {
  const { t } = useTranslation();
  const { connection, portal } = useApplicationContext();
  const { who } = usePortalIdentity(connection);
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey));
  const settings = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'settings'],
    queryFn: ({ signal }) => loadPortalSettings(connection, signal),
    enabled: portal !== undefined,
    staleTime: Infinity,
  });
  const { enabled, text = '' } = settings.data?.informationalBanner ?? {};
  if (!enabled || text === '' || text === closed) return null;
  const close = () => {
    sessionStorage.setItem(closedKey, text);
    setClosed(text);
  };
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
      sx={{ top: 'calc(var(--header-height) + 8px) !important' }}
    >
      <Alert
        role="note"
        severity="info"
        variant="outlined"
        aria-label={t('app.portalMessage')}
        onClose={close}
        sx={{ maxWidth: 720, overflowWrap: 'anywhere', backgroundColor: 'background.paper' }}
      >
        {text}
      </Alert>
    </Snackbar>
  );
}
