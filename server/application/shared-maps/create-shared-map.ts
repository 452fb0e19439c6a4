import { randomInt } from 'node:crypto';
import type { CreatedSharedMap } from '../../../wire/shared-map.ts';
import { readNewSharedMap } from '../../platform/documents/read-new-shared-map.ts';
import { signInNeeded } from '../../platform/membership/identify.ts';
import { dayMilliseconds, type SharedMapCall } from './find-readable.ts';
import { sharedMapUrl } from './present-shared-map.ts';
import { insertSharedMap } from './shared-map-store.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 16 random base58 characters, 93 bits: a public link is as hard to guess as it is easy to pass on. */
function newSid(): string {
  return Array.from({ length: 16 }, () => base58[randomInt(base58.length)]).join('');
}

/**
 * Stores a snapshot of a map behind a new link. Tokens and passwords are removed before it is saved, and
 * listed.
 * @throws MappingError `membership:sign-in-needed`, `shared-map:invalid`
 * @param body parsed, or the bytes of a large one
 */
export async function createSharedMap(call: SharedMapCall, body: unknown): Promise<CreatedSharedMap> {
  if (!call.member && !call.config.sharing.anonymous) throw signInNeeded();
  const { title, webMap, viewpoint, access, expiresInDays, removed, hosts } =
    body instanceof Uint8Array ? await call.documents.readSharedMap(body) : readNewSharedMap(body);
  const sid = newSid();
  await insertSharedMap(call.database, {
    sid,
    organisation: call.organisation,
    title,
    web_map: webMap,
    hosts,
    viewpoint: viewpoint ?? null,
    access,
    owner: call.member?.username ?? '',
    created_at: call.now,
    modified_at: call.now,
    expires_at: expiresInDays ? call.now + expiresInDays * dayMilliseconds : null,
    revoked_at: null,
  });
  return { sid, url: sharedMapUrl(call.publicUrl, call.organisation, sid), removed };
}
