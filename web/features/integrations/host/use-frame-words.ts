import { useColorScheme } from '@mui/material/styles';
import { getIntegrationCredentials } from '../../../api/get-integration-credentials.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { useLanguage } from '../../languages/index.ts';

/** What a page is told at the beginning besides the location, and how it gets its credentials. */
export function useFrameWords(integration: Integration) {
  const { org, connection } = useApplicationContext();
  const { language, direction } = useLanguage();
  const { colorScheme } = useColorScheme();
  return {
    init: {
      config: integration.config,
      locale: language as string,
      direction,
      theme: colorScheme === 'dark' ? ('dark' as const) : ('light' as const),
    },
    /** Only for members: whoever is not signed in gets none, and the page says so. */
    async credentials(
      wants: readonly ('credentials' | 'session')[],
    ): Promise<Record<string, string> | undefined> {
      const token = connection.session.credential?.token;
      if (wants.length === 0 || !token) return undefined;
      const session: Record<string, string> = wants.includes('session') ? { session: token } : {};
      if (!wants.includes('credentials')) return session;
      return { ...(await getIntegrationCredentials(org, integration.id)), ...session };
    },
  };
}
