import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kindOf, missingEntries } from '../../../../../wire/integrations/integration-config.ts';
import { getIntegrationSetUp } from '../../../../api/get-integration-set-up.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { addressOf, type IntegrationAddress } from './address.ts';

/** How an integration can be shown to this person now. */
export interface SetUp {
  /** `asking`: it is being found out; `unset`: an administrator must enter something; `sign-in`: members alone have it. */
  state: 'asking' | 'unset' | 'sign-in' | 'ready';
  /** Names of credentials and settings that are still to be entered. */
  missing: readonly string[];
  address: IntegrationAddress;
}

/** Whether everything that an integration needs has been entered, and where its page is. */
export function useSetUp(integration: Integration): SetUp {
  const { org, config } = useConfiguration();
  const { user, isAuthorizing } = useIdentity();
  const secret = kindOf(integration.type).credentials.for !== 'nobody';
  const asked = useQuery({
    queryKey: apiKeys(org).integrationSetUp,
    queryFn: ({ signal }) => getIntegrationSetUp(org, signal),
    enabled: secret,
    // An administrator enters it in another tab, and comes back.
    refetchOnWindowFocus: 'always',
  });
  const entries = secret ? asked.data?.[integration.id] : missingEntries(integration, []);
  const missing = entries ?? [];
  const unset = missing.length > 0;
  const address = useMemo(
    () => addressOf(integration, org, { application: location.origin, pages: config.integrationsUrl }, unset),
    [integration, org, config.integrationsUrl, unset],
  );
  // Without an answer the page itself is tried: it says what it lacks.
  if (secret && asked.isPending) return { state: 'asking', missing, address };
  if (unset) return { state: 'unset', missing, address };
  if (secret && address.own && !user)
    return { state: isAuthorizing ? 'asking' : 'sign-in', missing, address };
  return { state: 'ready', missing, address };
}
