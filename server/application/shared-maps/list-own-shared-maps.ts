import type { SharedMapSummary } from '../../../wire/shared-map.ts';
import { limits } from '../../limits.ts';
import { signInNeeded } from '../../platform/membership/identify.ts';
import type { SharedMapCall } from './find-readable.ts';
import { presentSummary } from './present-shared-map.ts';
import { listSharedMaps } from './shared-map-store.ts';

/**
 * The caller's own shared maps, newest first; all of them for an administrator with `scope=all`. Paging as in
 * the portal: `start` is 1-based, `nextStart` is -1 at the end.
 */
export async function listOwnSharedMaps(
  call: SharedMapCall,
  query: { scope?: string; start?: string; num?: string },
): Promise<{ total: number; start: number; num: number; nextStart: number; results: SharedMapSummary[] }> {
  if (!call.member) throw signInNeeded();
  const start = Math.max(1, Math.trunc(Number(query.start ?? 1)) || 1);
  const num = Math.min(limits.searchPage, Math.max(1, Math.trunc(Number(query.num ?? 10)) || 10));
  const everybody = query.scope === 'all' && call.member.isAdmin;
  const { total, rows } = await listSharedMaps(call.database, call.organisation, {
    owner: everybody ? undefined : call.member.username,
    start,
    num,
  });
  const next = start + rows.length;
  return {
    total,
    start,
    num,
    nextStart: next > total ? -1 : next,
    results: rows.map((row) => presentSummary(row, call.publicUrl)),
  };
}
