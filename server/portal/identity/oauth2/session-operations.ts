import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { familyHashOf, hashOf } from '../random-token.ts';
import { endSessionOf } from '../token-store.ts';
import { endAppToken } from '../apps/app-token-store.ts';
import { hasConsent } from '../apps/consent-store.ts';
import { findAppFor, findAppOf } from '../apps/native-apps.ts';
import { sendSignedOutPage } from '../sign-in/send-plain-pages.ts';
import { returnAfterSignOut } from './before-sign-in.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { tokenRequired } from '../../access/refusals.ts';
import { issueDerivedToken } from '../sessions.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';

const revokeSchema = z.object({ auth_token: z.string().optional(), token: z.string().optional() });

/**
 * `oauth2/revokeToken`: ends the whole session of a refresh or access token. An unknown token is not an error
 * (RFC 7009, section 2.2).
 */
export async function revokeToken({ context, parameters, reply }: PortalCall): Promise<object> {
  void reply.header('cache-control', 'no-store');
  const input = readOperation(revokeSchema, parameters);
  const token = input.auth_token ?? input.token;
  if (token !== undefined) {
    await endSessionOf(context.database, hashOf(token));
    const family = familyHashOf(token);
    if (family !== undefined) await endSessionOf(context.database, family);
    await endAppToken(context.database, hashOf(token));
  }
  return { success: true };
}

const signOutSchema = z.object({ client_id: z.string().default(''), redirect_uri: z.string().optional() });

/**
 * `oauth2/signout`: ends the caller's session, then redirects to the application's registered address, or
 * shows a confirmation, with a link where the address is not trusted.
 */
export async function signOut(call: PortalCall): Promise<typeof rawResponse> {
  const { context, caller, parameters } = call;
  if (caller.kind === 'member') await endSessionOf(context.database, caller.tokenHash);
  const { client_id: clientId, redirect_uri: redirectUri } = readOperation(signOutSchema, parameters);
  const app = await findAppOf(context, clientId);
  if (!app || redirectUri === undefined || !app.redirectUris.includes(redirectUri))
    return sendSignedOutPage(call);
  return returnAfterSignOut(call, { app, redirectUri });
}

const exchangeSchema = z.object({ client_id: z.string().default('') });

/**
 * `oauth2/exchangeToken`: the caller's token for another application of their organisation, of the same session. One that another
 * member registered must have been allowed by the caller (`oauth2/authorize`).
 */
export async function exchangeToken({ context, caller, parameters }: PortalCall): Promise<object> {
  if (caller.kind === 'anonymous') throw tokenRequired();
  const { client_id: clientId } = readOperation(exchangeSchema, parameters);
  const app = await findAppFor(context, clientId, caller.orgId);
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  const { clientId: target, owner } = app;
  const { username } = caller;
  if (
    owner !== null &&
    owner !== username &&
    !(await hasConsent(context.database, { clientId: target, username }))
  )
    throw new MappingError(
      'portal:consent-required',
      `You have not allowed this application to act for you. Sign in to ${app.title} once.`,
      { status: 403 },
    );
  const { token } = await issueDerivedToken(context, caller, { clientId: target });
  return { token };
}

/** `oauth2/platformSelf`: this portal has no session cookie, so there is never a silent sign-in. */
export async function platformSelf(_call: PortalCall): Promise<never> {
  throw arcgisError('portal:no-platform-session');
}

const validateSchema = z.object({ client_id: z.string().default(''), redirect_uri: z.string().default('') });

/**
 * `oauth2/validateAppAccess`: members may use the applications of their organisation, and those without one.
 */
export async function validateAppAccess({ context, caller, parameters }: PortalCall): Promise<object> {
  if (caller.kind === 'anonymous') throw tokenRequired();
  const { client_id: clientId } = readOperation(validateSchema, parameters);
  const app = await findAppFor(context, clientId, caller.orgId);
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  return { valid: true, viewOnlyUserTypeApp: false };
}

/** `oauth2/validateRedirectUri`: whether an address is registered for the application. */
export async function validateRedirectUri({ context, parameters }: PortalCall): Promise<object> {
  const { client_id: clientId, redirect_uri: redirectUri } = readOperation(validateSchema, parameters);
  const app = await findAppOf(context, clientId);
  return { valid: app?.redirectUris.includes(redirectUri) ?? false };
}
