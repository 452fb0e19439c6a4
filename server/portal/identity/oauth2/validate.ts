import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { tokenRequired } from '../../access/refusals.ts';
import { findApp, findAppFor } from '../app-store.ts';

const schema = z.object({ client_id: z.string().default(''), redirect_uri: z.string().default('') });

/**
 * `oauth2/validateAppAccess`: members may use the applications of their organisation, and those without one.
 */
export async function validateAppAccess({ context, caller, parameters }: PortalCall): Promise<object> {
  if (caller.kind === 'anonymous') throw tokenRequired();
  const { client_id: clientId } = readOperation(schema, parameters);
  const app = await findAppFor(context.database, clientId, caller.orgId);
  if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
  return { valid: true, viewOnlyUserTypeApp: false };
}

/** `oauth2/validateRedirectUri`: whether an address is registered for the application. */
export async function validateRedirectUri({ context, parameters }: PortalCall): Promise<object> {
  const { client_id: clientId, redirect_uri: redirectUri } = readOperation(schema, parameters);
  const app = await findApp(context.database, clientId);
  return { valid: app?.redirectUris.includes(redirectUri) ?? false };
}
