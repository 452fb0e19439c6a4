import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { kindOf, missingEntries } from '../../../../../wire/integrations/integration-config.ts';
import { getIntegrationSetUp } from '../../../../api/integrations.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { addressOf, type IntegrationAddress } from './address.ts';

/** Milliseconds after which a visible page asks again whether settings are still missing. */
const missingEvery = 15_000;

/** Whether an integration can be shown to this user now. */
export interface SetUp {
  /** `asking`: being determined; `unset`: an administrator must enter settings; `sign-in`: for members only. */
  state: 'asking' | 'unset' | 'sign-in' | 'ready';
  /** Names of missing credentials and settings. */
  missing: readonly string[];
  address: IntegrationAddress;
}

/** Whether an integration is fully configured, and the URL of its page. */
export function useSetUp(integration: IntegrationConfig): SetUp {
  const { org, config } = useConfiguration();
  const { user, isAuthorizing } = useIdentity();
  const secret = kindOf(integration.type).credentials.for !== 'none';
  const missingQuery = useQuery({
    queryKey: apiKeys(org).integrationSetUp,
    queryFn: ({ signal }) => getIntegrationSetUp(org, signal),
    enabled: secret,
    // An administrator may be entering what is missing in another tab.
    refetchInterval: ({ state: { data } }) => (data?.[integration.id]?.length ? missingEvery : false),
  });
  const entries = secret ? missingQuery.data?.[integration.id] : missingEntries(integration, []);
  const missing = entries ?? [];
  const unset = missing.length > 0;
  const address = useMemo(
    () => addressOf(integration, org, { application: location.origin, pages: config.integrationsUrl }, unset),
    [integration, org, config.integrationsUrl, unset],
  );
  // Without a response the page is loaded anyway: it shows what is missing.
  if (secret && missingQuery.isPending) return { state: 'asking', missing, address };
  if (unset) return { state: 'unset', missing, address };
  if (secret && address.own && !user)
    return { state: isAuthorizing ? 'asking' : 'sign-in', missing, address };
  return { state: 'ready', missing, address };
}
