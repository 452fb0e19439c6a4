import type { Database } from '../platform/database/connect.ts';
import { findAccount } from '../portal/identity/account-store.ts';
import { verifyPassword } from '../portal/identity/password.ts';
import { demoPassword, demoPeople } from './people.ts';

/** Usernames of demo accounts that still have the demo's password. */
export async function demoAccounts(database: Database): Promise<string[]> {
  const open: string[] = [];
  for (const { username } of demoPeople) {
    const account = await findAccount(database, username);
    if (!account?.passwordHash || account.disabled) continue;
    if (await verifyPassword(demoPassword, account.passwordHash)) open.push(account.username);
  }
  return open;
}
