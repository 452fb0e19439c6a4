import { fetchToken } from '@esri/arcgis-rest-request';
import type { TrialSignIn } from '../../../wire/administration.ts';
import { MappingError } from '../../../wire/errors.ts';
import { portalAddress } from '../../../wire/portal-address.ts';
import type { PortalEndpoint } from '../portal-request.ts';

/** A sign-in to another portal, for a task on this page. */
export interface SignInElsewhere extends PortalEndpoint {
  /** The portal's URL, without `/sharing/rest`. */
  readonly url: string;
  /** Ends the sign-in at the portal. */
  end(): void;
}

/**
 * Completes a sign-in to another portal (`prepareTrial`). The page itself exchanges the code with that
 * portal: its token is in the memory of this page only, reaches neither the server of this application nor
 * any storage, and is not renewed.
 *
 * @param portalUrl the portal's URL, as typed by the person
 * @throws MappingError `session:failed`
 */
export async function signInElsewhere(
  portalUrl: string,
  appId: string,
  { code, codeVerifier, redirectUri }: TrialSignIn,
  page: Window,
): Promise<SignInElsewhere> {
  const url = portalAddress(portalUrl, page.location.href);
  const restUrl = `${url}/sharing/rest`;
  try {
    const granted = await fetchToken(`${restUrl}/oauth2/token`, {
      httpMethod: 'POST',
      params: {
        client_id: appId,
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
      },
    });
    let { token } = granted;
    return {
      url,
      restUrl,
      session: {
        // An expired token is sent too: the portal then reports that the sign-in has ended.
        token: async () => token,
        renew: async () => '',
      },
      end() {
        const body = new URLSearchParams({ f: 'json', client_id: appId, auth_token: token });
        token = '';
        fetch(`${restUrl}/oauth2/revokeToken`, { method: 'POST', body, keepalive: true }).catch(() => {});
      },
    };
  } catch (cause) {
    const { originalMessage, message } = (cause ?? {}) as { originalMessage?: string; message?: string };
    throw new MappingError('session:failed', originalMessage || message || 'Sign-in failed', { cause });
  }
}
