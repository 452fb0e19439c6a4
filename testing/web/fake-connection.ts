import { connectPortal, type PortalConnection } from '../../web/portal/portal-connection.ts';
import { savedSessionKey } from '../../web/portal/session/saved-session.ts';
import { type FakePage, fakePage } from './fake-page.ts';

/** Storage key of the saved sign-in of `fakeConnection`. */
export const sessionKey = savedSessionKey('https://portal.example/arcgis/sharing/rest', 'app1');

/** A saved sign-in of `ada`, made now; parts may be replaced. */
export function savedSignIn(parts: Record<string, unknown> = {}): string {
  return JSON.stringify({
    username: 'ada',
    token: 'token-1',
    expires: Date.now() + 20 * 60_000,
    signedInAt: Date.now(),
    ...parts,
  });
}

/** A connection to a portal that `fakeFetch` answers for; signed in when `saved` is given. */
export async function fakeConnection(
  options: { saved?: string; appId?: string; signIn?: 'redirect' | 'popup'; address?: string } = {},
): Promise<FakePage & { connection: PortalConnection }> {
  const rig = fakePage(options.address);
  if (options.saved) rig.storage.setItem(sessionKey, options.saved);
  const settings = {
    url: 'http://portal.example/arcgis',
    appId: options.appId ?? 'app1',
    signIn: options.signIn ?? 'redirect',
  };
  const connection = connectPortal(settings, 'demo', rig.page);
  await connection.session.restore();
  return { ...rig, connection };
}
