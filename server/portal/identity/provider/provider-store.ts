import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalRole, PortalTables } from '../../../platform/database/tables/portal.ts';
import type { Sealed } from '../../../platform/safety/vault.ts';

/** How people of an organisation sign in at its own OpenID Connect provider. */
export interface IdentityProvider {
  orgId: string;
  /** The provider's address, which its configuration repeats. */
  issuer: string;
  clientId: string;
  /** The client secret, sealed for `secretOwner`. */
  secret: Sealed;
  /** Name on the button of the sign-in page. */
  label: string;
  /** Scopes separated by spaces, `openid` among them. */
  scope: string;
  /** Claims with the username of a new account, and with the values that decide the role; empty: no such claim. */
  usernameClaim: string;
  roleClaim: string;
  /** Roles by value of the role claim. */
  roles: Readonly<Record<string, PortalRole>>;
  /** The role without a matching value; null: such people may not sign in. */
  defaultRole: PortalRole | null;
  modified: number;
}

/** A secret belongs to one organisation, provider and client: change one of them, and it must be entered again. */
export function secretOwner({
  orgId,
  issuer,
  clientId,
}: Pick<IdentityProvider, 'orgId' | 'issuer' | 'clientId'>) {
  return JSON.stringify(['identity-provider', orgId, issuer, clientId]);
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

type Table = PortalTables['portal_identity_provider'];

function fromRow(row: Selectable<Table>): IdentityProvider {
  return {
    orgId: row.org_id,
    issuer: row.issuer,
    clientId: row.client_id,
    secret: { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed },
    label: row.label,
    scope: row.scope,
    usernameClaim: row.username_claim,
    roleClaim: row.role_claim,
    roles: row.roles,
    defaultRole: row.default_role,
    modified: row.modified_at,
  };
}

function toRow(provider: IdentityProvider): Insertable<Table> {
  const { keyId, nonce, sealed } = provider.secret;
  return {
    org_id: provider.orgId,
    issuer: provider.issuer,
    client_id: provider.clientId,
    key_id: keyId,
    nonce,
    sealed,
    label: provider.label,
    scope: provider.scope,
    username_claim: provider.usernameClaim,
    role_claim: provider.roleClaim,
    roles: JSON.stringify(provider.roles),
    default_role: provider.defaultRole,
    modified_at: provider.modified,
  };
}
