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
 * Checks a code of a user's authenticator app, or a recovery code, which cannot be used again. Attempts are counted per account,
 * whatever their address (`limits.codeTriesPerHour`): only someone who knows the password gets here.
 * @param isKnownBrowser whether the account has signed in with this browser before: attempts elsewhere do not block it
 */
export async function checkCode(
  context: Pick<PortalContext, 'database' | 'codeTries' | 'vault' | 'now'>,
  username: string,
  given: string,
  isKnownBrowser = false,
): Promise<CodeCheck> {
  const key = triesKey(username, isKnownBrowser);
  const wait = await context.codeTries.take(key);
  if (wait > 0) return { wait };
  const code = readCode(given);
  if (!code) return { refused: 'wrong' };
  const right =
    'app' in code
      ? await spendAppCode(context, username, code.app)
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
): Promise<void> {
  const checked = await checkCode(context, username, given, true);
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
): Promise<boolean> {
  const secret = await openSecret(database, requireVault(vault), username);
  const step = secret === undefined ? undefined : stepOf(secret, code, now());
  return step !== undefined && (await consumeStep(database, username, step));
}

async function openSecret(database: Database, vault: Vault, username: string): Promise<string | undefined> {
  const sealed = await findSecret(database, username);
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
