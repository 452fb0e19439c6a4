import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { loadProvider } from '../../../../../portal/accounts/identity-provider.ts';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { Section } from '../../../../../ui/section.tsx';
import { LoadState } from '../../load-state.tsx';
import { ProviderForm } from './provider-form.tsx';

/** The organisation's identity provider, where the portal supports one and the user may change it. */
export function IdentityProviderSettings() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
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
    <Section title={t('administration.provider')} text={t('administration.provider.about')}>
      <LoadState query={stored}>{(answer) => <ProviderForm answer={answer} />}</LoadState>
    </Section>
  );
}
