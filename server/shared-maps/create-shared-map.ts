import { faultsOf, MappingError } from '../../wire/errors.ts';
import { removeSecrets } from '../../wire/remove-secrets.ts';
import { type CreatedSharedMap, newSharedMapSchema } from '../../wire/shared-map.ts';
import { signInNeeded } from '../membership/identify.ts';
import { dayMilliseconds, type SharedMapCall } from './call.ts';
import { sharedMapUrl } from './present.ts';
import { insertSharedMap } from './shared-map-store.ts';
import { newSid } from './sid.ts';

/**
 * Keeps a snapshot of a map behind a new link. Tokens and passwords in it are taken out before it is saved, and named.
 * @throws MappingError `membership:sign-in-needed`, `shared-map:invalid`
 */
export async function createSharedMap(call: SharedMapCall, body: unknown): Promise<CreatedSharedMap> {
  if (!call.member && !call.config.sharing.anonymous) throw signInNeeded();
  const parsed = newSharedMapSchema.safeParse(body);
  if (!parsed.success) {
    throw new MappingError('shared-map:invalid', 'The shared map has faults.', {
      status: 400,
      faults: faultsOf(parsed.error),
    });
  }
  const { title, webMap, viewpoint, access, expiresInDays } = parsed.data;
  const { value, removed } = removeSecrets(webMap);
  const sid = newSid();
  await insertSharedMap(call.database, {
    sid,
    organisation: call.organisation,
    title,
    web_map: value,
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
