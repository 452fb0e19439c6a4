import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { loadProvider } from '../../../../../portal/accounts/identity-provider.ts';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { radii } from '../../../../../ui/sizes.ts';
import { LoadState } from '../../load-state.tsx';
import { ProviderForm } from './provider-form.tsx';

/** The organisation's identity provider, where the portal supports one and the user may change it. */
export function IdentityProviderSettings() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const headingId = useId();
  const offered =
    portal?.requireSecondFactor !== undefined &&
    user?.privileges.includes('portal:admin:manageSecurity') === true;
  const stored = useQuery({
    queryKey: portalKeys(connection).setting('provider'),
    queryFn: ({ signal }) => loadProvider(connection, signal),
    enabled: offered,
  });
  if (!offered) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h2">
        {t('administration.provider')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('administration.provider.about')}
      </Typography>
      <LoadState query={stored}>{(answer) => <ProviderForm answer={answer} />}</LoadState>
    </Paper>
  );
}
