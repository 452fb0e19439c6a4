import { useColorScheme } from '@mui/material/styles';
import { getIntegrationCredentials } from '../../../../api/get-integration-credentials.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { askForPage } from './ask-for-page.ts';

/** What a page is told at the beginning besides the location, and how it gets its credentials. */
export function useFrameWords(integration: Integration) {
  const { org, connection } = useConfiguration();
  const { language, direction } = useLanguage();
  const { colorScheme } = useColorScheme();
  // One that has ended is renewed first; a portal that does not answer makes nobody a member.
  const token = () => connection.session.token().catch(() => '');
  return {
    init: {
      config: integration.config,
      locale: language as string,
      direction,
      theme: colorScheme === 'dark' ? ('dark' as const) : ('light' as const),
    },
    /** For members only; without a sign-in the page says that one is needed. */
    async credentials(wants: readonly string[]): Promise<Record<string, string> | undefined> {
      if (!wants.includes('credentials') || !(await token())) return undefined;
      return getIntegrationCredentials(org, integration.id);
    },
    /** Whether someone is signed in. */
    signedIn: async () => Boolean(await token()),
    /** Calls `tell` when someone signs in or out. Returns how to stop. */
    onSession(tell: (signedIn: boolean) => void): () => void {
      const { session } = connection;
      let told = Boolean(session.credential?.token);
      return session.subscribe(() => {
        const signedIn = Boolean(session.credential?.token);
        if (signedIn === told) return;
        told = signedIn;
        tell(signedIn);
      });
    },
    /** Asks this server for a page of the product, which never has the token itself. */
    ask: async (path: string, body: string | undefined) =>
      askForPage(
        integration,
        { application: location.origin, org, portal: connection.url },
        { path, body, token: await token() },
      ),
  };
}
