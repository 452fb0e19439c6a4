import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import type { Sealed } from '../../../platform/safety/vault.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { checkPortalId } from '../../organisation/portal-organisations.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { requireVault } from '../second-factor/check-code.ts';
import { discover } from './provider-client.ts';
import { deleteProvider, findProvider, saveProvider, secretOwner } from './provider-store.ts';
import { redirectAddress } from './sign-in-with-provider.ts';

const role = z.enum(['org_admin', 'org_publisher', 'org_user']);
const claim = z.string().trim().max(100).default('');

const roleMap = z
  .record(z.string().max(200), role)
  .refine((map) => Object.keys(map).length <= 50, 'At most 50 values can have a role.');

/** An empty `clientSecret` keeps the stored one. */
const schema = z.object({
  issuer: z.url({
    protocol: /^https?$/,
    error: 'Enter the address of the provider, as https://login.example.com.',
  }),
  clientId: z.string().trim().min(1, 'Enter the client ID that the provider gave this portal.').max(500),
  clientSecret: z.string().trim().max(1000).default(''),
  label: z.string().trim().min(1, 'Enter the name to show on the sign-in page.').max(60),
  scope: z
    .string()
    .trim()
    .max(300)
    .default('openid profile email')
    .refine((text) => text.split(/\s+/).includes('openid'), 'The scopes must include openid.'),
  usernameClaim: claim,
  roleClaim: claim,
  roles: jsonObject.default({}).pipe(roleMap),
  defaultRole: z.union([role, z.literal('')]).default(''),
});

/** `portals/{id}/provider`: the organisation's OpenID Connect provider, without its secret; `provider` is null without one. */
export const getProvider: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const provider = await findProvider(call.context.database, orgId);
  return {
    redirectUri: redirectAddress(call.context),
    provider: provider
      ? {
          issuer: provider.issuer,
          clientId: provider.clientId,
          label: provider.label,
          scope: provider.scope,
          usernameClaim: provider.usernameClaim,
          roleClaim: provider.roleClaim,
          roles: provider.roles,
          defaultRole: provider.defaultRole ?? '',
          modified: provider.modified,
        }
      : null,
  };
};

/**
 * `portals/{id}/provider/update`: stores the provider after its configuration has been read.
 * @throws MappingError `portal:provider-unreachable` (400), `portal:no-client-secret` (400), `portal:no-secrets-key` (400)
 */
export const updateProvider: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  const { clientSecret, defaultRole, ...given } = readOperation(schema, call.parameters);
  const { context } = call;
  const vault = requireVault(context.vault);
  const identity = { ...given, orgId };
  const secret = await secretOf(call, identity, clientSecret);
  await discover(context, given, vault.open(secret, secretOwner(identity)));
  await context.database.transaction().execute(async (transaction) => {
    const now = context.now();
    await saveProvider(transaction, { ...identity, secret, defaultRole: defaultRole || null, modified: now });
    const act = { act: 'sign-in.provider-saved', subject: given.issuer, orgId };
    await recordPortalAct(transaction, actor, act, now);
  });
  return { success: true };
};

/** `portals/{id}/provider/delete`: accounts that came from it remain, and cannot sign in until they get a password. */
export const removeProvider: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  const { context } = call;
  await context.database.transaction().execute(async (transaction) => {
    if (!(await deleteProvider(transaction, orgId))) return;
    await recordPortalAct(
      transaction,
      actor,
      { act: 'sign-in.provider-removed', subject: orgId, orgId },
      context.now(),
    );
  });
  return { success: true };
};

async function secretOf(
  { context }: PortalCall,
  identity: { orgId: string; issuer: string; clientId: string },
  given: string,
): Promise<Sealed> {
  const vault = requireVault(context.vault);
  const owner = secretOwner(identity);
  if (given !== '') return vault.seal(given, owner);
  const stored = await findProvider(context.database, identity.orgId);
  if (stored && secretOwner(stored) === owner) return stored.secret;
  throw new MappingError('portal:no-client-secret', 'Enter the client secret.', {
    status: 400,
    faults: [{ path: 'clientSecret', message: 'Enter the client secret.', ...coded('no-client-secret', {}) }],
  });
}
