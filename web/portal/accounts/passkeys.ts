import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { Proof } from './second-factor.ts';

/** A passkey with which a user signs in. Times are epoch milliseconds. */
export interface Passkey {
  id: string;
  name: string;
  /** Whether its provider stores it for several devices. */
  synced: boolean;
  created: number;
  lastUsed: number | null;
}

export interface Passkeys {
  passkeys: Passkey[];
  /** Whether the installation supports them. */
  available: boolean;
  /** What one of them signs to confirm a change of the account. */
  confirm?: PublicKeyCredentialRequestOptionsJSON;
}

/** Whether this browser can create passkeys (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). */
export function browserHasPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';
}

/** Whether this browser can sign with passkeys. */
export function browserSignsWithPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/**
 * Lets the browser sign with a passkey of the user, to confirm a change of the account.
 *
 * @throws MappingError `portal:invalid-passkey` when the user or the browser ends it
 */
export async function signWithPasskey(connection: PortalConnection, username: string): Promise<string> {
  // Each signature is for a challenge of its own.
  const { confirm } = await loadPasskeys(connection, username);
  try {
    if (!confirm) throw new Error('The account has no passkey.');
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(confirm);
    return JSON.stringify(await navigator.credentials.get({ publicKey }));
  } catch (cause) {
    throw refusal(
      'portal:invalid-passkey',
      'The passkey couldn’t be verified. Try again.',
      'invalid-passkey',
      {},
      { cause },
    );
  }
}

export async function loadPasskeys(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<Passkeys> {
  return portalRequest(connection, `${accountPath(username)}/passkeys`, { signal });
}

/**
 * Lets the browser create a passkey, and stores its public key.
 *
 * @returns recovery codes, once, when it is the account's first second factor
 * @throws MappingError `passkey:cancelled` when the user or the browser ends it; `portal:*`
 */
export async function addPasskey(
  connection: PortalConnection,
  username: string,
  { name, ...proof }: Proof & { name: string },
): Promise<string[] | undefined> {
  const path = `${accountPath(username)}/passkeys`;
  const options = await portalRequest<PublicKeyCredentialCreationOptionsJSON>(connection, `${path}/options`, {
    body: proof,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const passkey = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw new MappingError('passkey:cancelled', 'The passkey was not created.', { cause });
  });
  const added = await portalRequest<{ recoveryCodes?: string[] }>(connection, `${path}/add`, {
    body: { name, passkey: JSON.stringify(passkey) },
  });
  return added.recoveryCodes;
}

export async function removePasskey(
  connection: PortalConnection,
  username: string,
  { id, ...proof }: Proof & { id: string },
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/passkeys/${encodeURIComponent(id)}/remove`, {
    body: proof,
  });
}
