import { useColorScheme } from '@mui/material/styles';
import { mayHaveSession } from '../../../../wire/integration-config.ts';
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
      const wantsSession = wants.includes('session') && mayHaveSession(integration.type);
      if (!wantsSession && !wants.includes('credentials')) return undefined;
      // One that has ended is renewed first; a portal that does not answer makes nobody a member.
      const token = await connection.session.token().catch(() => '');
      if (!token) return undefined;
      const session: Record<string, string> = wantsSession ? { session: token, portal: connection.url } : {};
      if (!wants.includes('credentials')) return session;
      return { ...(await getIntegrationCredentials(org, integration.id)), ...session };
    },
    /** Calls `tell` with each other token that the person gets: the one a page was given ends. Returns how to stop. */
    onRenewal(tell: (session: string) => void): () => void {
      const { session } = connection;
      let told = session.credential?.token;
      return session.subscribe(() => {
        const token = session.credential?.token;
        if (!token || token === told) return;
        told = token;
        tell(token);
      });
    },
  };
}
