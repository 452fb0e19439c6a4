import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import type { Vault } from '../../../platform/safety/vault.ts';
import type { PortalCall, PortalContext } from '../../operation.ts';
import { hashOf } from '../random-token.ts';
import { type ChallengePurpose, makeChallenge, takeChallenge } from './challenge.ts';
import { listPasskeys, type Passkey } from './passkey-store.ts';

/**
 * Signatures of authenticators (https://www.w3.org/TR/webauthn-3/). Users must verify themselves to the authenticator, by a PIN
 * or biometrics, so that a passkey proves both possession and its owner. The library is loaded by the first request that
 * needs it.
 */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, which all authenticators use one of. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Context = Pick<PortalContext, 'database' | 'now' | 'publicUrl' | 'portal'>;

/** The key that seals challenges; undefined where browsers or this installation offer no passkeys. */
export function passkeyVault({
  vault,
  publicUrl,
}: Pick<PortalContext, 'vault' | 'publicUrl'>): Vault | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isSecure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? vault : undefined;
}

/** What a browser needs to sign with any passkey of this installation, or with one of `allowed`. */
export async function requestOptions(
  context: Context,
  vault: Vault,
  { purpose, allowed = [] }: { purpose: ChallengePurpose; allowed?: readonly Passkey[] },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpId(context),
    challenge: makeChallenge(vault, purpose, context.now()),
    userVerification: 'required',
    allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
    // The challenge limits the time.
    timeout: 300_000,
  });
}

/** What a browser needs to create a passkey for an account. */
export async function creationOptions(
  context: Context,
  vault: Vault,
  { username, fullName }: { username: string; fullName: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  const own = await listPasskeys(context.database, username);
  return generateRegistrationOptions({
    rpName: context.portal.name,
    rpID: rpId(context),
    userName: username,
    userDisplayName: fullName,
    // Authenticators store it and return it with a signature: it must not name the user.
    userID: new Uint8Array(Buffer.from(hashOf(username), 'hex')),
    challenge: makeChallenge(vault, { act: 'add', of: username }, context.now()),
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: 300_000,
  });
}

const base64url = z.string().regex(/^[\w-]*$/);
const credential = {
  id: base64url.max(2000),
  rawId: base64url.max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});
const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});

/** Reads what `navigator.credentials.get` returned, as JSON; undefined when it is something else. */
export function readAssertion(text: string): AuthenticationResponseJSON | undefined {
  return read(assertionSchema, text) as AuthenticationResponseJSON | undefined;
}

/** Reads what `navigator.credentials.create` returned, as JSON. */
export function readRegistration(text: string): RegistrationResponseJSON | undefined {
  return read(registrationSchema, text) as RegistrationResponseJSON | undefined;
}

/** @returns the authenticator's new counter; undefined when the signature is not valid here and now */
export async function verifyAssertion(
  context: Context,
  vault: Vault,
  {
    assertion,
    passkey,
    purpose,
  }: { assertion: AuthenticationResponseJSON; passkey: Passkey; purpose: ChallengePurpose },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { id, publicKey, counter, transports } = passkey;
  const checked = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: (challenge) => takeChallenge(context, vault, purpose, challenge),
    expectedOrigin: new URL(context.publicUrl).origin,
    expectedRPID: rpId(context),
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(() => undefined);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

/** @returns the new passkey, not stored yet; undefined when the response is not valid here and now */
export async function verifyRegistration(
  { context }: PortalCall,
  vault: Vault,
  { registration, username }: { registration: RegistrationResponseJSON; username: string },
): Promise<Omit<Passkey, 'name'> | undefined> {
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response: registration,
    supportedAlgorithmIDs,
    expectedChallenge: (challenge) => takeChallenge(context, vault, { act: 'add', of: username }, challenge),
    expectedOrigin: new URL(context.publicUrl).origin,
    expectedRPID: rpId(context),
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { credential: made, credentialBackedUp: synced } = checked.registrationInfo;
  return {
    id: made.id,
    username,
    publicKey: made.publicKey,
    counter: made.counter,
    transports: [...(registration.response.transports ?? [])],
    synced,
    createdAt: context.now(),
    usedAt: null,
  };
}

/** Passkeys belong to the host of the installation. */
function rpId({ publicUrl }: Pick<Context, 'publicUrl'>): string {
  return new URL(publicUrl).hostname;
}

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(parseJson(text)).data;
  } catch {
    return undefined;
  }
}
