import { faultsOf, MappingError } from '../../../wire/errors.ts';
import { sharedMapChangeSchema, type SharedMapSummary } from '../../../wire/shared-map.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { dayMilliseconds, findChangeable, type SharedMapCall } from './find-readable.ts';
import { presentSummary } from './present-shared-map.ts';
import { type SharedMapRow, updateSharedMap } from './shared-map-store.ts';

/**
 * Renames a shared map, or changes who may read it and for how long (counted from now).
 * @throws MappingError `shared-map:invalid` (400) and those of findChangeable
 */
export async function changeSharedMap(
  call: SharedMapCall,
  sid: string,
  body: unknown,
): Promise<SharedMapSummary> {
  const before = await findChangeable(call, sid);
  const parsed = sharedMapChangeSchema.safeParse(body);
  if (!parsed.success) {
    throw new MappingError('shared-map:invalid', 'Invalid change.', {
      status: 400,
      faults: faultsOf(parsed.error),
    });
  }
  const { title, access, expiresInDays } = parsed.data;
  const change = {
    ...(title !== undefined && { title }),
    ...(access !== undefined && { access }),
    ...(expiresInDays !== undefined && {
      expires_at: expiresInDays === null ? null : call.now + expiresInDays * dayMilliseconds,
    }),
    modified_at: call.now,
  };
  const row = await inTransaction(call.database, async (transaction) => {
    const changed = Object.keys(parsed.data);
    await recordChange(transaction, call, before, { act: 'shared-map.changed', changed });
    return updateSharedMap(transaction, sid, change);
  });
  return presentSummary(row, call.publicUrl);
}

/** Revokes a shared map: its link is answered with 410 from now on. Revoking twice is allowed. */
export async function revokeSharedMap(call: SharedMapCall, sid: string): Promise<void> {
  const row = await findChangeable(call, sid);
  if (row.revoked_at !== null) return;
  await inTransaction(call.database, async (transaction) => {
    await updateSharedMap(transaction, sid, { revoked_at: call.now, modified_at: call.now });
    await recordChange(transaction, call, row, { act: 'shared-map.revoked' });
  });
}

/**
 * Records what an administrator does to another user's map. The link itself stays a secret of its holders.
 */
async function recordChange(
  transaction: Database,
  { organisation, member, now }: SharedMapCall,
  { owner, title }: SharedMapRow,
  { act, ...more }: { act: string; changed?: readonly string[] },
): Promise<void> {
  if (!member || member.username === owner) return;
  const detail = { title, ...more };
  await recordAct(transaction, { organisation, actor: member.username, act, subject: owner, detail }, now);
}
