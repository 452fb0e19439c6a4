import { randomInt } from 'node:crypto';
import { inTransaction } from '../../../platform/database/connect.ts';
import type { PortalRole } from '../../../platform/database/tables/portal.ts';
import { createUser } from '../../community/create-user.ts';
import { findUser, isFormerUsername } from '../../community/user-store.ts';
import type { PortalContext } from '../../operation.ts';
import { changeRole } from '../../organisation/roles/change-role.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import {
  findProviderUser,
  type IdentityProvider,
  type Person,
  type ProviderUser,
  saveProviderUser,
} from './provider-store.ts';

const ranks: readonly PortalRole[] = ['org_user', 'org_publisher', 'org_admin'];

/** The value of the highest role; undefined when none of them gives a role. */
export function decisiveValue(
  { roles }: Pick<IdentityProvider, 'roles'>,
  values: readonly string[],
): string | undefined {
  const known = values.filter((value) => Object.hasOwn(roles, value));
  return ranks
    .map((role) => known.find((value) => roles[value] === role))
    .findLast((value) => value !== undefined);
}

/** The role of the decisive value, else the default role; null: not admitted. */
function roleOf(provider: IdentityProvider, { roleValues }: Person): PortalRole | null {
  const value = decisiveValue(provider, roleValues);
  return (value === undefined ? undefined : provider.roles[value]) ?? provider.defaultRole;
}

/** Names of people at a SAML provider and at an OpenID Connect provider of the same address are different. */
function issuerOf({ kind, issuer }: IdentityProvider): string {
  return kind === 'saml' ? `saml ${issuer}` : issuer;
}

/** Whether a person of a provider has no account yet. */
export async function isNewcomer(
  { database }: Pick<PortalContext, 'database'>,
  provider: IdentityProvider,
  subject: string,
): Promise<boolean> {
  return (await findProviderUser(database, identityOf(provider, subject))) === undefined;
}

function identityOf(provider: IdentityProvider, subject: string): ProviderUser {
  return { orgId: provider.orgId, issuer: issuerOf(provider), subject };
}

/**
 * The account of a person whom an organisation's provider has identified, created at their first sign-in. Their role follows the
 * provider at every sign-in, but the last administrator keeps theirs.
 * @returns undefined when they are not admitted: no role, or a disabled account
 */
export async function admitUser(
  context: PortalContext,
  provider: IdentityProvider,
  person: Person,
): Promise<string | undefined> {
  const role = roleOf(provider, person);
  if (!role) return undefined;
  const identity = identityOf(provider, person.subject);
  return inTransaction(context.database, async (database) => {
    const within = { ...context, database };
    const known = await findProviderUser(database, identity);
    const user = known === undefined ? undefined : await findUser(database, known);
    if (user) {
      if (user.disabled || user.org_id !== provider.orgId) return undefined;
      // Without a lock at every sign-in.
      const hasRole = user.role === role && user.role_id === null;
      if (provider.roleClaim !== '' && !hasRole)
        await changeRole(within, user, { role, actor: user.username });
      return user.username;
    }
    const username = await freeUsername(within, nameOf(person));
    await createUser(within, {
      username,
      fullName: clean(person.fullName, 128) || username,
      email: clean(person.email, 254),
      role,
    });
    await saveProviderUser(database, identity, username);
    const act = {
      act: 'person.joined-by-provider',
      subject: username,
      orgId: provider.orgId,
      detail: { issuer: provider.issuer },
    };
    await recordPortalAct(database, username, act, context.now());
    return username;
  });
}

/**
 * The name a new account should have: of the claim, else of the e-mail address, else of the subject; the first with letters or
 * digits of usernames, which names in other scripts lack.
 */
export function nameOf(person: Pick<Person, 'username' | 'email' | 'subject'>): string {
  const [email = ''] = clean(person.email, 254).split('@');
  const names = [clean(person.username, 128), email, person.subject.slice(0, 255)].map(asUsername);
  return names.find((name) => /[A-Za-z0-9]/.test(name)) ?? 'user';
}

function asUsername(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._@-]+/g, '_')
    .slice(0, 110);
}

/**
 * An account with that name belongs to someone else, even if the provider calls this person so: `grace` becomes
 * `grace_city`, then `grace_city2`, and after a few more a name with a random number, since each look takes time.
 */
async function freeUsername(context: PortalContext, wanted: string): Promise<string> {
  const suffix = `_${context.portal.urlKey ?? 'org'}`.slice(0, 14);
  for (let number = 0; ; number += 1) {
    const last = number > 5 ? randomInt(1_000_000_000) : number;
    const name = number === 0 ? wanted : `${wanted}${suffix}${number === 1 ? '' : last}`;
    const taken =
      (await findUser(context.database, name)) ?? (await isFormerUsername(context.database, name));
    if (!taken) return name;
  }
}

function clean(text: string, most: number): string {
  return text.replaceAll('\0', '').trim().slice(0, most);
}
