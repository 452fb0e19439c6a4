import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { invalidParameters } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { safeFetch } from '../../../platform/safety/safe-fetch.ts';
import type { Sealed } from '../../../platform/safety/vault.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { checkPortalId } from '../../organisation/portal-organisations.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { requireVault } from '../second-factor/check-code.ts';
import { requirePublishedKeys } from './check-configuration.ts';
import { discover } from './openid-connect.ts';
import { commonFields, redirectAddress } from './provider-settings.ts';
import {
  deleteProvider,
  findProvider,
  type IdentityProvider,
  type OpenIdProvider,
  saveProvider,
  secretOwner,
} from './provider-store.ts';
import { samlLimits } from './saml/names.ts';
import { readSamlProvider } from './saml/saml-settings.ts';
import { consumerAddress, entityId } from './saml/service-provider.ts';

const kindSchema = z.object({ kind: z.enum(['openid', 'saml']).default('openid') });

/** An empty `clientSecret` keeps the stored one. */
const schema = z.object({
  ...commonFields,
  issuer: z.url({
    protocol: /^https?$/,
    error: 'Enter the address of the provider, as https://login.example.com.',
  }),
  clientId: z.string().trim().min(1, 'Enter the client ID that the provider gave this portal.').max(500),
  clientSecret: z.string().trim().max(1000).default(''),
  scope: z
    .string()
    .trim()
    .max(300)
    .default('openid profile email')
    .refine((text) => text.split(/\s+/).includes('openid'), 'The scopes must include openid.'),
});

/**
 * `portals/{id}/provider`: the organisation's identity provider, without its secret, and the addresses to register there;
 * `provider` is null without one.
 */
export const getProvider: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const provider = await findProvider(call.context.database, orgId);
  return {
    redirectUri: redirectAddress(call.context),
    entityId: entityId(call.context),
    consumerUrl: consumerAddress(call.context),
    provider: provider ? present(provider) : null,
  };
};

function present({ orgId: _org, secret: _secret, defaultRole, ...provider }: IdentityProvider) {
  const shown = { ...provider, defaultRole: defaultRole ?? '' };
  if (shown.kind === 'openid') return shown;
  return {
    ...shown,
    certificates: shown.certificates.join(''),
    ownCertificate: shown.ownCertificate ?? '',
  };
}

/**
 * `portals/{id}/provider/update`: stores the provider after a check: the configuration of one of OpenID Connect is read, and the
 * certificates of one of SAML.
 * @throws MappingError `portal:provider-unreachable` (400), `portal:provider-of-many` (400), `portal:provider-without-keys` (400),
 * `portal:no-client-secret` (400), `portal:no-secrets-key` (400)
 */
export const updateProvider: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  const { context } = call;
  const { kind } = readOperation(kindSchema, call.parameters);
  const provider = await (kind === 'saml' ? readSamlProvider(call, orgId) : readOpenIdProvider(call, orgId));
  await context.database.transaction().execute(async (transaction) => {
    await saveProvider(transaction, provider);
    const act = { act: 'sign-in.provider-saved', subject: provider.issuer, orgId };
    await recordPortalAct(transaction, actor, act, provider.modified);
  });
  return { success: true };
};

async function readOpenIdProvider(call: PortalCall, orgId: string): Promise<OpenIdProvider> {
  const { clientSecret, defaultRole, ...given } = readOperation(schema, call.parameters);
  const { context } = call;
  const vault = requireVault(context.vault);
  const identity = { ...given, kind: 'openid', orgId } as const;
  const secret = await secretOf(call, identity, clientSecret);
  requirePublishedKeys(await discover(context, given, vault.open(secret, secretOwner(identity))));
  return { ...identity, secret, defaultRole: defaultRole || null, modified: context.now() };
}

const metadataSchema = z.object({
  metadata: z.string().max(samlLimits.metadataCharacters).default(''),
  metadataUrl: z.url({ protocol: /^https?$/, error: 'Enter the address of the metadata.' }).optional(),
});

/**
 * `portals/{id}/provider/readMetadata`: settings from a SAML provider's metadata, given as text or by its address. Nothing is
 * stored.
 */
export const readProviderMetadata: Operation = async (call) => {
  checkPortalId(call);
  const { metadata, metadataUrl } = readOperation(metadataSchema, call.parameters);
  const { context } = call;
  const text = metadataUrl === undefined ? metadata : await fetchMetadata(call, metadataUrl);
  const read = await context.saml.readMetadata({ metadata: text, now: context.now() });
  if ('message' in read) throw invalidParameters([read]);
  return { ...read, certificates: read.certificates.join('') };
};

async function fetchMetadata({ context }: PortalCall, address: string): Promise<string> {
  const { allowedPrivateHosts } = context;
  const bytes = samlLimits.metadataCharacters;
  const { status, text } = await safeFetch(address, {}, { allowedPrivateHosts, bytes });
  if (status === 200) return text;
  const reason = `${new URL(address).host} answered ${status}.`;
  throw invalidParameters([{ path: 'metadataUrl', message: reason, ...coded('no-metadata', { reason }) }]);
}

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
  identity: Pick<OpenIdProvider, 'kind' | 'orgId' | 'issuer' | 'clientId'>,
  given: string,
): Promise<Sealed> {
  const vault = requireVault(context.vault);
  const owner = secretOwner(identity);
  if (given !== '') return vault.seal(given, owner);
  const stored = await findProvider(context.database, identity.orgId);
  if (stored?.kind === 'openid' && secretOwner(stored) === owner) return stored.secret;
  throw new MappingError('portal:no-client-secret', 'Enter the client secret.', {
    status: 400,
    faults: [{ path: 'clientSecret', message: 'Enter the client secret.', ...coded('no-client-secret', {}) }],
  });
}
