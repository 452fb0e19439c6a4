import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { type PortalCall, rawAnswer } from '../../operation.ts';
import { findApp } from '../app-store.ts';
import { sendSignedOutPage } from '../sign-in/send-signed-out-page.ts';
import { endSessionOf } from '../token-store.ts';

const schema = z.object({ client_id: z.string().default(''), redirect_uri: z.string().optional() });

/**
 * `oauth2/signout`: ends the caller's session, then redirects to the application's registered address or
 * shows a confirmation.
 */
export async function signOut(call: PortalCall): Promise<typeof rawAnswer> {
  const { context, caller, parameters, reply } = call;
  if (caller.kind === 'member') await endSessionOf(context.database, caller.tokenHash);
  const { client_id: clientId, redirect_uri: redirectUri } = readOperation(schema, parameters);
  const app = await findApp(context.database, clientId);
  if (!redirectUri || !app?.redirectUris.includes(redirectUri)) return sendSignedOutPage(call);
  void reply.status(302).header('cache-control', 'no-store').header('location', redirectUri).send();
  return rawAnswer;
}
