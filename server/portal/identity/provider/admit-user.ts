import { inTransaction } from '../../../platform/database/connect.ts';
import type { PortalRole } from '../../../platform/database/tables/portal.ts';
import { createUser } from '../../community/create-user.ts';
import { findUser, isFormerUsername } from '../../community/user-store.ts';
import type { PortalContext } from '../../operation.ts';
import { changeRole } from '../../people/change-role.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import type { Claims } from './provider-client.ts';
import { findProviderUser, type IdentityProvider, saveProviderUser } from './provider-store.ts';

const ranks: readonly PortalRole[] = ['org_user', 'org_publisher', 'org_admin'];

/** The highest role of the claim's values, else the default role; null: not admitted. */
export function roleOf(
  { roleClaim, roles, defaultRole }: Pick<IdentityProvider, 'roleClaim' | 'roles' | 'defaultRole'>,
  claims: Readonly<Record<string, unknown>>,
): PortalRole | null {
  const values = [claims[roleClaim]].flat().filter((value) => typeof value === 'string');
  const given = values.flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]] : []));
  return ranks.findLast((role) => given.includes(role)) ?? defaultRole;
}

/**
 * The account of a person whom an organisation's provider has identified, created at their first sign-in. Their role follows the
 * provider at every sign-in, but the last administrator keeps theirs.
 * @returns undefined when they are not admitted: no role, or a disabled account
 */
export async function admitUser(
  context: PortalContext,
  provider: IdentityProvider,
  claims: Claims,
): Promise<string | undefined> {
  const role = roleOf(provider, claims);
  if (!role) return undefined;
  const identity = { orgId: provider.orgId, issuer: provider.issuer, subject: claims.sub };
  return inTransaction(context.database, async (database) => {
    const within = { ...context, database };
    const known = await findProviderUser(database, identity);
    const user = known === undefined ? undefined : await findUser(database, known);
    if (user) {
      if (user.disabled || user.org_id !== provider.orgId) return undefined;
      if (provider.roleClaim !== '') await changeRole(within, user, { role, actor: user.username });
      return user.username;
    }
    const username = await freeUsername(within, nameOf(provider, claims));
    await createUser(within, {
      username,
      fullName: text(claims['name'], 128) || username,
      email: text(claims['email'], 254),
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

/** The name a new account should have: of the claim, else of the e-mail address, else of the subject. */
function nameOf({ usernameClaim }: IdentityProvider, claims: Claims): string {
  const [email = ''] = text(claims['email'], 254).split('@');
  const given = text(claims[usernameClaim], 128) || email || claims.sub;
  return given
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._@-]+/g, '_')
    .slice(0, 110);
}

/**
 * An account with that name belongs to someone else, even if the provider calls this person so: `grace` becomes
 * `grace_city`, then `grace_city2`.
 */
async function freeUsername(context: PortalContext, wanted: string): Promise<string> {
  const suffix = `_${context.portal.urlKey ?? 'org'}`.slice(0, 14);
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wanted : `${wanted}${suffix}${number === 1 ? '' : number}`;
    const taken =
      (await findUser(context.database, name)) ?? (await isFormerUsername(context.database, name));
    if (!taken) return name;
  }
}

function text(value: unknown, most: number): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, most) : '';
}
