import { faultsOf, MappingError } from '../../wire/errors.ts';
import { sharedMapChangeSchema, type SharedMapSummary } from '../../wire/shared-map.ts';
import { dayMilliseconds, type SharedMapCall } from './call.ts';
import { findChangeable } from './find-readable.ts';
import { presentSummary } from './present.ts';
import { updateSharedMap } from './shared-map-store.ts';

/**
 * Renames a shared map, or changes who may read it and for how long (counted from now).
 * @throws MappingError `shared-map:invalid` (400) and those of findChangeable
 */
export async function changeSharedMap(
  call: SharedMapCall,
  sid: string,
  body: unknown,
): Promise<SharedMapSummary> {
  await findChangeable(call, sid);
  const parsed = sharedMapChangeSchema.safeParse(body);
  if (!parsed.success) {
    throw new MappingError('shared-map:invalid', 'The change has faults.', {
      status: 400,
      faults: faultsOf(parsed.error),
    });
  }
  const { title, access, expiresInDays } = parsed.data;
  const row = await updateSharedMap(call.database, sid, {
    ...(title !== undefined && { title }),
    ...(access !== undefined && { access }),
    ...(expiresInDays !== undefined && {
      expires_at: expiresInDays === null ? null : call.now + expiresInDays * dayMilliseconds,
    }),
    modified_at: call.now,
  });
  return presentSummary(row, call.publicUrl);
}

/** Revokes a shared map: its link answers 410 from now on. Revoking twice is no fault. */
export async function revokeSharedMap(call: SharedMapCall, sid: string): Promise<void> {
  const row = await findChangeable(call, sid);
  await updateSharedMap(call.database, sid, {
    revoked_at: row.revoked_at ?? call.now,
    modified_at: call.now,
  });
}
