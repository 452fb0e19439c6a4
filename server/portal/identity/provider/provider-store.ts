import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import type { PortalRole, PortalTables } from '../../../platform/database/tables/portal.ts';
import type { SamlSettings } from '../../../platform/database/tables/portal-sign-in.ts';
import type { Sealed } from '../../../platform/safety/vault.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

/** How people of an organisation sign in at its own identity provider. */
export type IdentityProvider = OpenIdProvider | SamlProvider;

interface AnyProvider {
  orgId: string;
  /** The provider's name: an address that its OpenID configuration repeats, or the entity ID of its SAML metadata. */
  issuer: string;
  /** Name on the button of the sign-in page. */
  label: string;
  /**
   * Claims, or SAML attributes, with the username of a new account, and with the values that decide the role; empty: no such
   * claim.
   */
  usernameClaim: string;
  roleClaim: string;
  /** Roles by value of the role claim. */
  roles: Readonly<Record<string, PortalRole>>;
  /** The role without a matching value; null: such people may not sign in. */
  defaultRole: PortalRole | null;
  modified: number;
}

/** A provider of OpenID Connect. */
export interface OpenIdProvider extends AnyProvider {
  kind: 'openid';
  clientId: string;
  /** The client secret, sealed for `secretOwner`. */
  secret: Sealed;
  /** Scopes separated by spaces, `openid` among them. */
  scope: string;
}

/** A provider of SAML 2.0. */
export interface SamlProvider extends AnyProvider, SamlSettings {
  kind: 'saml';
  /** The private key of `ownCertificate`, sealed for `secretOwner`; null: requests are not signed, assertions not encrypted. */
  secret: Sealed | null;
}

/** A person as their provider describes them; texts that it does not give are empty. */
export interface Person {
  /** Permanent, and unique at the provider. */
  subject: string;
  username: string;
  fullName: string;
  email: string;
  /** Values of the claim that decides the role. */
  roleValues: readonly string[];
}

/** A person, and when they signed in at their provider, in epoch milliseconds; undefined where it does not say so. */
export type Identified = Person & { signedIn: number | undefined };

/** A secret belongs to one organisation and what it is for: change that, and it must be entered again. */
export function secretOwner(
  provider:
    | Pick<OpenIdProvider, 'kind' | 'orgId' | 'issuer' | 'clientId'>
    | Pick<SamlProvider, 'kind' | 'orgId' | 'ownCertificate'>,
): string {
  return JSON.stringify(
    provider.kind === 'openid'
      ? ['identity-provider', provider.orgId, provider.issuer, provider.clientId]
      : ['saml-key', provider.orgId, provider.ownCertificate],
  );
}

export async function findProvider(database: Database, orgId: string): Promise<IdentityProvider | undefined> {
  const row = await database
    .selectFrom('portal_identity_provider')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Stores an organisation's provider in place of an earlier one. */
export async function saveProvider(database: Database, provider: IdentityProvider): Promise<void> {
  const row = toRow(provider);
  await database
    .insertInto('portal_identity_provider')
    .values(row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .execute();
}

/** @returns whether there was one */
export async function deleteProvider(database: Database, orgId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_identity_provider')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A person at a provider: `subject` is permanent and unique within its issuer. */
export interface ProviderUser {
  orgId: string;
  issuer: string;
  subject: string;
}

/** The username of a person who has signed in at the provider before. */
export async function findProviderUser(
  database: Database,
  { orgId, issuer, subject }: ProviderUser,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('portal_provider_user')
    .select('username')
    .where('org_id', '=', orgId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.username;
}

export async function saveProviderUser(
  database: Database,
  { orgId, issuer, subject }: ProviderUser,
  username: string,
): Promise<void> {
  await database
    .insertInto('portal_provider_user')
    .values({ org_id: orgId, issuer, subject, username })
    .execute();
}

/**
 * Uses up the response to a request of SAML, so that neither the assertion nor another response to that request is accepted again.
 * @param until epoch milliseconds after which no response to the request is accepted anyway
 * @returns whether it had not been used
 */
export async function useResponse(
  database: Database,
  { orgId, requestId, assertionId }: { orgId: string; requestId: string; assertionId: string },
  { until, now }: { until: number; now: number },
): Promise<boolean> {
  await deleteSomeExpired(database, 'portal_saml_answer', sql`expires_at < ${now}`);
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('portal_saml_answer')
    .values({ org_id: orgId, request_id: requestId, assertion_id: assertionId, expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type Table = PortalTables['portal_identity_provider'];

function fromRow(row: Selectable<Table>): IdentityProvider {
  const { key_id: keyId, nonce, sealed } = row;
  const secret = keyId !== null && nonce && sealed ? { keyId, nonce, sealed } : null;
  const provider = {
    orgId: row.org_id,
    issuer: row.issuer,
    label: row.label,
    usernameClaim: row.username_claim,
    roleClaim: row.role_claim,
    roles: row.roles,
    defaultRole: row.default_role,
    modified: row.modified_at,
  };
  if (row.saml) return { ...provider, kind: 'saml', ...row.saml, secret };
  if (row.client_id === null || row.scope === null || !secret)
    throw new Error('An OpenID Connect provider is stored without its client.');
  return { ...provider, kind: 'openid', clientId: row.client_id, scope: row.scope, secret };
}

function toRow(provider: IdentityProvider): Insertable<Table> {
  const { keyId = null, nonce = null, sealed = null } = provider.secret ?? {};
  return {
    org_id: provider.orgId,
    issuer: provider.issuer,
    ...(provider.kind === 'openid'
      ? { client_id: provider.clientId, scope: provider.scope, saml: null }
      : { client_id: null, scope: null, saml: storedJson(samlSettings(provider)) }),
    key_id: keyId,
    nonce,
    sealed,
    label: provider.label,
    username_claim: provider.usernameClaim,
    role_claim: provider.roleClaim,
    roles: storedJson(provider.roles),
    default_role: provider.defaultRole,
    modified_at: provider.modified,
  };
}

function samlSettings(provider: SamlProvider): SamlSettings {
  const { signInUrl, certificates, fullNameClaim, emailClaim, ownCertificate, responseSigned } = provider;
  return { signInUrl, certificates, fullNameClaim, emailClaim, ownCertificate, responseSigned };
}
