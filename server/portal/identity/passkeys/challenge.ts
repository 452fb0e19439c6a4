import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import { openText, sealText, type Vault } from '../../../platform/safety/vault.ts';
import type { PortalContext } from '../../operation.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { consumeChallenge } from './passkey-store.ts';

/** What a challenge is for: `sign-in` in one browser, `add` to one account, or `confirm` that the caller owns the account. */
export interface ChallengePurpose {
  act: 'sign-in' | 'add' | 'confirm';
  /** The browser's form cookie, or the username. */
  of: string;
}

const schema = z.object({ of: z.string(), until: z.number(), nonce: z.string() });

/**
 * A challenge that an authenticator signs. It is sealed and not stored, so that requests for sign-in pages leave nothing
 * behind; only an answered one is stored until it expires, because it works once.
 */
export function makeChallenge(
  vault: Vault,
  { act, of }: ChallengePurpose,
  now: number,
): Uint8Array<ArrayBuffer> {
  const until = now + limits.passkeyMinutes * 60_000;
  const content = JSON.stringify({ of: hashOf(of), until, nonce: randomToken() });
  return new Uint8Array(Buffer.from(sealText(vault, content, ownerOf(act))));
}

/**
 * Accepts the response to a challenge made for this purpose.
 * @param challenge base64url, as authenticators return it
 */
export async function takeChallenge(
  { database, now }: Pick<PortalContext, 'database' | 'now'>,
  vault: Vault,
  { act, of }: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const opened = openText(vault, Buffer.from(challenge, 'base64url').toString(), ownerOf(act));
  const content = opened === undefined ? undefined : schema.safeParse(parseJson(opened)).data;
  if (!content || content.of !== hashOf(of) || content.until <= now()) return false;
  return consumeChallenge(database, { challenge_hash: hashOf(challenge), expires_at: content.until }, now());
}

function ownerOf(act: ChallengePurpose['act']): string {
  return JSON.stringify(['passkey', act]);
}
