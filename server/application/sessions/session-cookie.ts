import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { onlyCookie } from '../../platform/http/page-request.ts';

/** Content of the cookie of a signed-in browser, sealed: scripts can neither read nor create one. */
export interface BrowserSession {
  /** The portal that issued the refresh token; it is sent to no other. */
  portal: string;
  appId: string;
  refreshToken: string;
  /** SHA-256 of the key that its page got. */
  keyHash: string;
  /** Epoch milliseconds. */
  signedInAt: number;
}

const schema = z.object({
  portal: z.string(),
  appId: z.string(),
  refreshToken: z.string().min(1),
  keyHash: z.string(),
  signedInAt: z.number(),
});

/** Encrypts texts for an owner (`createVault`). */
export interface Sealer {
  seal(text: string, owner: string): { keyId: string; nonce: Uint8Array; sealed: Uint8Array };
  open(sealed: { keyId: string; nonce: Uint8Array; sealed: Uint8Array }, owner: string): string;
}

/** One sign-in of a browser, shared by organisations with the same portal and application. */
export type SignIn = Pick<BrowserSession, 'portal' | 'appId'>;

export interface SessionCookie {
  read(request: FastifyRequest, of: SignIn, now: number): BrowserSession | undefined;
  write(reply: FastifyReply, session: BrowserSession, now: number): void;
  clear(reply: FastifyReply, of: SignIn): void;
}

const life = limits.browserSessionHours * 3_600_000;

/** Cookies of sign-ins: HttpOnly, SameSite=Strict, sent only to addresses below `path`. */
export function createSessionCookie(sealer: Sealer, publicUrl: string, path: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const nameOf = (of: SignIn) => {
    const hash = createHash('sha256').update(ownerOf(of)).digest('hex').slice(0, 16);
    return `${secure ? '__Secure-' : ''}mapping-session-${hash}`;
  };
  const where = { path, httpOnly: true, sameSite: 'strict' as const, secure };
  return {
    read(request, of, now) {
      const [keyId = '', nonce = '', sealed = ''] = (
        onlyCookie(request.headers.cookie, nameOf(of)) ?? ''
      ).split('.');
      if (!sealed) return undefined;
      try {
        const bytes = {
          keyId,
          nonce: Buffer.from(nonce, 'base64url'),
          sealed: Buffer.from(sealed, 'base64url'),
        };
        const session = schema.parse(JSON.parse(sealer.open(bytes, ownerOf(of))));
        return now < session.signedInAt + life ? { ...session, ...of } : undefined;
      } catch {
        // A cookie of another key, portal or version counts as absent.
        return undefined;
      }
    },
    write(reply, session, now) {
      const { keyId, nonce, sealed } = sealer.seal(JSON.stringify(session), ownerOf(session));
      const value = [keyId, ...[nonce, sealed].map((part) => Buffer.from(part).toString('base64url'))].join(
        '.',
      );
      const maxAge = Math.max(1, Math.floor((session.signedInAt + life - now) / 1000));
      void reply.setCookie(nameOf(session), value, { ...where, maxAge });
    },
    clear(reply, of) {
      void reply.clearCookie(nameOf(of), where);
    },
  };
}

/**
 * A key for the page of a new session, in the place of the refresh token. The cookie renews nothing without it: a sign-out deletes the
 * key on the device, also where no response arrives that could delete the cookie.
 */
export function newPageKey(): { key: string; keyHash: string } {
  const key = randomBytes(32).toString('base64url');
  return { key, keyHash: hashOf(key) };
}

/** Whether a key is that of the page of a session. */
export function isPageKey(key: string, { keyHash }: BrowserSession): boolean {
  const [given, expected] = [Buffer.from(hashOf(key)), Buffer.from(keyHash)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function ownerOf({ portal, appId }: SignIn): string {
  return JSON.stringify(['session', portal, appId]);
}
