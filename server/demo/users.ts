import { organisationOf, type Owner } from '../../examples/astana/content-item.ts';
import type { UserInput } from '../portal/community/create-user.ts';
import type { Database } from '../platform/database/connect.ts';
import { findAccount } from '../portal/identity/account-store.ts';
import { verifyPassword } from '../portal/identity/password.ts';
import { createHash } from 'node:crypto';

/**
 * The password of the demo accounts, documented in the README. `npm run serve` refuses to start while an
 * account has it.
 */
export const demoPassword = 'mapping-demo';

/** A demo account, and the organisation it belongs to. */
export interface DemoUser extends UserInput {
  organisation: string;
}

const people: readonly (UserInput & { username: Owner })[] = [
  {
    username: 'ada',
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    role: 'org_admin',
    description: 'Looks after the maps of the city.',
    password: demoPassword,
  },
  {
    username: 'grace',
    fullName: 'Grace Hopper',
    email: 'grace@example.org',
    role: 'org_publisher',
    description: 'Makes maps of streets and public transport.',
    password: demoPassword,
  },
  {
    username: 'hedy',
    fullName: 'Hedy Lamarr',
    email: 'hedy@example.org',
    role: 'org_admin',
    description: 'Looks after the maps of the water board.',
    password: demoPassword,
  },
];

/**
 * An administrator and a publisher of the city, and an administrator of the water board. Their profiles are public, as
 * their maps are: visitors read who made them.
 */
export const demoUsers: readonly DemoUser[] = people.map((person) => ({
  ...person,
  access: 'public',
  organisation: organisationOf[person.username],
}));

/** Usernames of demo accounts that still have the demo's password. */
export async function demoAccounts(database: Database): Promise<string[]> {
  const open: string[] = [];
  for (const { username } of demoUsers) {
    const account = await findAccount(database, username);
    if (!account?.passwordHash || account.disabled) continue;
    if (await verifyPassword(demoPassword, account.passwordHash)) open.push(account.username);
  }
  return open;
}

/**
 * The same 32 hex digits for the same thing in every installation, so that links into the demo remain valid.
 */
export function stableId(kind: 'item' | 'group' | 'folder', key: string): string {
  return createHash('sha256').update(`mapping-demo ${kind} ${key}`).digest('hex').slice(0, 32);
}
