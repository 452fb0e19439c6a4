import { MappingError } from '../../../wire/errors.ts';
import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

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
}

/** Whether this browser can create passkeys (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON). */
export function browserHasPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';
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
  { password, name }: { password: string; name: string },
): Promise<string[] | undefined> {
  const path = `${accountPath(username)}/passkeys`;
  const options = await portalRequest<PublicKeyCredentialCreationOptionsJSON>(connection, `${path}/options`, {
    body: { password },
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
  { id, password }: { id: string; password: string },
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/passkeys/${encodeURIComponent(id)}/remove`, {
    body: { password },
  });
}
