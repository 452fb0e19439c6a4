import { useColorScheme } from '@mui/material/styles';
import { getIntegrationCredentials } from '../../../../api/integrations.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { askForPage } from './ask-for-page.ts';

/** A page's initial message besides the location, and its credentials. */
export function useFrameWords(integration: Integration) {
  const { org, connection } = useConfiguration();
  const { language, direction } = useLanguage();
  const { colorScheme } = useColorScheme();
  // An expired session is renewed first; without a response from the portal the user does not count as a member.
  const token = () => connection.session.token().catch(() => '');
  return {
    init: {
      config: integration.config,
      locale: language as string,
      direction,
      theme: colorScheme === 'dark' ? ('dark' as const) : ('light' as const),
    },
    /** For members only; without a sign-in the page shows that one is required. */
    async credentials(wants: readonly string[]): Promise<Record<string, string> | undefined> {
      if (!wants.includes('credentials') || !(await token())) return undefined;
      return getIntegrationCredentials(org, integration.id);
    },
    /** Whether a user is signed in. */
    signedIn: async () => Boolean(await token()),
    /** Calls `tell` when the user signs in or out. Returns a function that unsubscribes. */
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
    /** Sends a page's requests to this server; the page never has the token itself. */
    ask: async (path: string, body: string | undefined) =>
      askForPage(
        integration,
        { application: location.origin, org, portal: connection.url },
        { path, body, token: await token() },
      ),
  };
}
