import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { PortalContext } from '../operation.ts';
import { saveApp } from './app-store.ts';

/** An application that signs users in with OAuth 2. */
export interface AppInput {
  clientId: string;
  /** The portal organisation whose users it signs in; absent: all users. */
  orgId?: string;
  /** Shown on the sign-in page. */
  title: string;
  /** Compared exactly, character by character. */
  redirectUris: readonly string[];
}

/**
 * Registers an application, or replaces its title and redirect URIs.
 * @throws MappingError `portal:invalid-redirect-uri` for a forbidden URI
 */
export async function registerApp(context: PortalContext, app: AppInput): Promise<void> {
  checkRedirectUris(app.redirectUris);
  await saveApp(context.database, { ...app, orgId: app.orgId ?? null, createdAt: context.now() });
}

/** @throws MappingError `portal:invalid-redirect-uri` (400) that names the first forbidden one */
export function checkRedirectUris(uris: readonly string[]): void {
  const wrong = uris.find((uri) => !isRedirectUri(uri));
  if (wrong === undefined) return;
  throw new MappingError(
    'portal:invalid-redirect-uri',
    `${wrong} cannot be a redirect address: specify an absolute address without a fragment, by https, http or an app's own scheme.`,
    { status: 400 },
  );
}

/** The redirect URI of applications without an address of their own: a page shows the code. */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

/**
 * Whether a redirect URI is absolute, printable ASCII, without fragment (RFC 6749, section 3.1.2), and of a scheme that runs
 * nothing in the browser.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > limits.authorizationCharacters) return false;
  if (!/^[\x21-\x7e]+$/.test(uri) || uri.includes('#') || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  // The host of a URL may contain characters such as `;` that end a directive of Content-Security-Policy.
  if (username || password || !/^(\[[\da-f:.]+\]|[\w.-]*)$/i.test(hostname)) return false;
  return ![
    'javascript:',
    'data:',
    'vbscript:',
    'blob:',
    'file:',
    'about:',
    'filesystem:',
    'view-source:',
  ].includes(protocol);
}
