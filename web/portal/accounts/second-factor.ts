import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** Whether signing in requires a second factor. */
export interface SecondFactor {
  enabled: boolean;
  /** Whether an authenticator app is one; passkeys are the others. */
  app: boolean;
  /** Epoch milliseconds. */
  since: number | null;
  /** The number of unused recovery codes. */
  recoveryCodes: number;
  /** Whether the installation can store one. */
  available: boolean;
}

/** What an authenticator app needs. */
export interface NewSecret {
  /** Base 32. */
  secret: string;
  /** `otpauth:` address for a QR code. */
  address: string;
}

/**
 * What shows that the user is the owner of the account: the password, and with a second factor a code or a
 * passkey's signature.
 */
export interface Proof {
  password: string;
  code?: string;
  assertion?: string;
}

export async function loadSecondFactor(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<SecondFactor> {
  return portalRequest(connection, `${accountPath(username)}/secondFactor`, { signal });
}

/** Creates a secret, which has no effect until `enableSecondFactor`. */
export async function addSecondFactor(
  connection: PortalConnection,
  username: string,
  proof: Proof,
): Promise<NewSecret> {
  return portalRequest(connection, `${accountPath(username)}/secondFactor/add`, { body: { ...proof } });
}

/** Turns the second factor on, given a code made with the new secret. @returns the recovery codes, once */
export async function enableSecondFactor(
  connection: PortalConnection,
  username: string,
  code: string,
): Promise<string[]> {
  return recoveryCodes(connection, `${accountPath(username)}/secondFactor/enable`, { code });
}

/** Replaces the recovery codes. @returns the new ones, once */
export async function renewRecoveryCodes(
  connection: PortalConnection,
  username: string,
  proof: Proof,
): Promise<string[]> {
  return recoveryCodes(connection, `${accountPath(username)}/secondFactor/updateCodes`, proof);
}

export async function removeSecondFactor(
  connection: PortalConnection,
  username: string,
  proof: Proof,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/secondFactor/remove`, { body: { ...proof } });
}

/** For administrators: a member who lost their phone signs in by password again. */
export async function resetSecondFactor(connection: PortalConnection, username: string): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/secondFactor/reset`, { body: {} });
}

async function recoveryCodes(
  connection: PortalConnection,
  path: string,
  body: Partial<Proof>,
): Promise<string[]> {
  const response = await portalRequest<{ recoveryCodes: string[] }>(connection, path, {
    body: { ...body },
  });
  return response.recoveryCodes;
}
