import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Sealed, Vault } from '../../../platform/safety/vault.ts';
import type { PortalContext } from '../../operation.ts';
import { hashOf } from '../random-token.ts';
import { waitText } from '../try-limiter-store.ts';
import { readCode, stepOf } from './codes.ts';
import { findSecret, resealSecret, consumeRecoveryCode, consumeStep } from './second-factor-store.ts';

/** The result of a check; `app` and `recovery` codes were valid, and cannot be used again. */
export type CodeCheck = { right: 'app' | 'recovery' } | { refused: 'wrong' } | { wait: number };

type CodeContext = Pick<PortalContext, 'database' | 'codeTries' | 'vault' | 'now'>;

/** Whose attempts are counted: those of an account, or of one of its browsers or sessions, which others' attempts do not block. */
interface CodeOwner {
  username: string;
  /** As of `SignInSource`. */
  knownBrowser?: string | false | undefined;
}

/**
 * Checks a code of the authenticator app in force, or a recovery code, which cannot be used again. Attempts are counted per account,
 * whatever their address (`limits.codeTriesPerHour`): only someone who knows the password gets here.
 */
export async function checkCode(context: CodeContext, owner: CodeOwner, given: string): Promise<CodeCheck> {
  if (given.trim() === '') return { refused: 'wrong' };
  const wait = await context.codeTries.take(triesKey(owner));
  if (wait > 0) return { wait };
  const code = readCode(given);
  if (!code) return { refused: 'wrong' };
  const right =
    'app' in code
      ? await spendAppCode(context, owner.username, code.app, 'used')
      : await consumeRecoveryCode(context.database, owner.username, hashOf(code.recovery));
  if (!right) return { refused: 'wrong' };
  await context.codeTries.clear(triesKey(owner));
  return { right: 'app' in code ? 'app' : 'recovery' };
}

function triesKey({ username, knownBrowser }: CodeOwner): string {
  return knownBrowser ? `known ${knownBrowser} ${username}` : username;
}

/** Lets a user try again whose second factor was reset; that ended their known browsers. */
export async function clearCodeTries(
  { codeTries }: Pick<PortalContext, 'codeTries'>,
  username: string,
): Promise<void> {
  await codeTries.clear(triesKey({ username }));
}

/**
 * The same for operations of a signed-in user.
 * @throws MappingError `portal:wrong-code` (400), `portal:too-many-tries` (429)
 */
export async function requireCode(context: CodeContext, owner: CodeOwner, given: string): Promise<void> {
  const checked = await checkCode(context, owner, given);
  if ('right' in checked) return;
  throw 'wait' in checked ? tooManyTries(checked.wait) : wrongCode();
}

/**
 * Puts an authenticator app in force, if the code is one of it; a recovery code does not show that the user has the app. The code is
 * used up with what `enable` stores or not at all, so that no app signs in that was not turned on.
 * @param enable in a transaction; it awaits `spend` after it has locked the account
 * @throws MappingError `portal:wrong-code` (400), `portal:too-many-tries` (429)
 */
export async function requireFirstCode(
  context: CodeContext,
  owner: CodeOwner,
  given: string,
  enable: (spend: (transaction: Database) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (given.trim() === '') throw wrongCode();
  const wait = await context.codeTries.take(triesKey(owner));
  if (wait > 0) throw tooManyTries(wait);
  const code = readCode(given);
  if (!code || !('app' in code)) throw wrongCode();
  await enable(async (transaction) => {
    const within = { ...context, database: transaction };
    if (!(await spendAppCode(within, owner.username, code.app, 'any'))) throw wrongCode();
  });
  await context.codeTries.clear(triesKey(owner));
}

function wrongCode(): MappingError {
  return refusal(
    'portal:wrong-code',
    'The code is wrong or was used before. Wait for the next one, and check the clock of your phone.',
    'wrong-code',
    {},
  );
}

export function tooManyTries(seconds: number): MappingError {
  return refusal('portal:too-many-tries', waitText(seconds), 'too-many-tries', { seconds }, { status: 429 });
}

async function spendAppCode(
  { database, vault, now }: Pick<PortalContext, 'database' | 'vault' | 'now'>,
  username: string,
  code: string,
  state: 'used' | 'any',
): Promise<boolean> {
  const opened = await openSecret(database, requireVault(vault), username, state);
  if (!opened) return false;
  const step = stepOf(opened.secret, code, now());
  return step !== undefined && (await consumeStep(database, username, step, opened.sealed));
}

/** The secret of a user, also as it is stored. */
async function openSecret(
  database: Database,
  vault: Vault,
  username: string,
  state: 'used' | 'any',
): Promise<{ secret: string; sealed: Sealed } | undefined> {
  const sealed = await findSecret(database, username, state);
  if (!sealed) return undefined;
  const secret = openFor(vault, sealed, username);
  if (!vault.isStale(sealed)) return { secret, sealed };
  const again = vault.seal(secret, ownerOf(username));
  if (await resealSecret(database, username, sealed, again)) return { secret, sealed: again };
  // Another request has sealed it, or replaced the app. What is stored now is not stale.
  return openSecret(database, vault, username, state);
}

function openFor(vault: Vault, sealed: Sealed, username: string): string {
  try {
    return vault.open(sealed, ownerOf(username));
  } catch (cause) {
    throw refusal(
      'portal:second-factor-unreadable',
      'The second factor of this account cannot be read: the key of the installation has changed. Use a recovery code, or ask an administrator to reset it.',
      'second-factor-unreadable',
      {},
      { status: 503, cause },
    );
  }
}

/** A sealed secret opens for its user only. */
export function ownerOf(username: string): string {
  return JSON.stringify(['second-factor', username]);
}

/** @throws MappingError `portal:no-secrets-key` (400) where the operator has not set `SECRETS_KEY` */
export function requireVault(vault: Vault | undefined): Vault {
  if (vault) return vault;
  throw refusal(
    'portal:no-secrets-key',
    'This installation cannot store second factors: its operator has not set SECRETS_KEY.',
    'no-secrets-key',
    {},
  );
}
