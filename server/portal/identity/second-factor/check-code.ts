import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Vault } from '../../../platform/safety/vault.ts';
import type { PortalContext } from '../../operation.ts';
import { hashOf } from '../random-token.ts';
import { waitText } from '../try-limiter-store.ts';
import { readCode, stepOf } from './codes.ts';
import { findSecret, resealSecret, consumeRecoveryCode, consumeStep } from './second-factor-store.ts';

/** The result of a check; `app` and `recovery` codes were valid, and cannot be used again. */
export type CodeCheck = { right: 'app' | 'recovery' } | { refused: 'wrong' } | { wait: number };

/**
 * Codes that an operation takes: of the second factor in force, which are those of an authenticator app and recovery codes, or of an app
 * that is being added. A recovery code does not show that the user has the new app, and one of a new app must not stand for the second
 * factor in force.
 */
export type AcceptedCode = 'second-factor' | 'new-app';

/**
 * Checks a code of a user's authenticator app, or a recovery code, which cannot be used again. Attempts are counted per account,
 * whatever their address (`limits.codeTriesPerHour`): only someone who knows the password gets here.
 * @param options.isKnownBrowser whether the account has signed in with this browser before: attempts elsewhere do not block it
 */
export async function checkCode(
  context: Pick<PortalContext, 'database' | 'codeTries' | 'vault' | 'now'>,
  username: string,
  given: string,
  { isKnownBrowser = false, accepts = 'second-factor' }: { isKnownBrowser?: boolean; accepts?: AcceptedCode },
): Promise<CodeCheck> {
  if (given.trim() === '') return { refused: 'wrong' };
  const key = triesKey(username, isKnownBrowser);
  const wait = await context.codeTries.take(key);
  if (wait > 0) return { wait };
  const code = readCode(given);
  if (!code || (accepts === 'new-app' && !('app' in code))) return { refused: 'wrong' };
  const right =
    'app' in code
      ? await spendAppCode(context, username, code.app, accepts === 'new-app' ? 'any' : 'used')
      : await consumeRecoveryCode(context.database, username, hashOf(code.recovery));
  if (!right) return { refused: 'wrong' };
  await context.codeTries.clear(key);
  return { right: 'app' in code ? 'app' : 'recovery' };
}

function triesKey(username: string, isKnownBrowser: boolean): string {
  return isKnownBrowser ? `known ${username}` : username;
}

/** Lets a user try again whose second factor was reset. */
export async function clearCodeTries(
  { codeTries }: Pick<PortalContext, 'codeTries'>,
  username: string,
): Promise<void> {
  for (const isKnownBrowser of [false, true]) await codeTries.clear(triesKey(username, isKnownBrowser));
}

/**
 * The same for operations of a signed-in user.
 * @throws MappingError `portal:wrong-code` (400), `portal:too-many-tries` (429)
 */
export async function requireCode(
  context: Pick<PortalContext, 'database' | 'codeTries' | 'vault' | 'now'>,
  username: string,
  given: string,
  accepts: AcceptedCode,
): Promise<void> {
  const checked = await checkCode(context, username, given, { isKnownBrowser: true, accepts });
  if ('right' in checked) return;
  if ('wait' in checked) throw tooManyTries(checked.wait);
  throw refusal(
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
  const secret = await openSecret(database, requireVault(vault), username, state);
  const step = secret === undefined ? undefined : stepOf(secret, code, now());
  return step !== undefined && (await consumeStep(database, username, step));
}

async function openSecret(
  database: Database,
  vault: Vault,
  username: string,
  state: 'used' | 'any',
): Promise<string | undefined> {
  const sealed = await findSecret(database, username, state);
  if (!sealed) return undefined;
  const secret = openFor(vault, sealed, username);
  if (vault.isStale(sealed)) await resealSecret(database, username, vault.seal(secret, ownerOf(username)));
  return secret;
}

function openFor(vault: Vault, sealed: Parameters<Vault['open']>[0], username: string): string {
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
