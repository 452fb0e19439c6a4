import { busy } from '../../platform/budgets/refusals.ts';
import { limits } from '../../limits.ts';
import type { PortalContext } from '../operation.ts';
import { hashPassword, unmatchableHash, verifyPassword } from './password.ts';

/** Concurrent checks of one account: guesses from many addresses leave places for other users. */
const checking = new Map<string, number>();

/**
 * Whether a password is the account's, within the budget of passwords. An unknown account takes as long.
 * @throws MappingError `busy:passwords` (503) with too many checks, or too many of this account
 */
export async function isPasswordOf(
  { budgets }: PortalContext,
  username: string,
  password: string,
  hash: string | null | undefined,
): Promise<boolean> {
  const name = username.toLowerCase();
  const others = checking.get(name) ?? 0;
  if (others >= limits.passwordChecksPerAccount) throw busy('passwords', 5);
  checking.set(name, others + 1);
  try {
    return await budgets.passwords.run(undefined, () => verifyPassword(password, hash ?? unmatchableHash));
  } finally {
    const left = (checking.get(name) ?? 1) - 1;
    if (left === 0) checking.delete(name);
    else checking.set(name, left);
  }
}

/** The hash of a new password, within the budget of passwords. */
export function hashOfPassword({ budgets }: PortalContext, password: string): Promise<string> {
  return budgets.passwords.run(undefined, () => hashPassword(password));
}
