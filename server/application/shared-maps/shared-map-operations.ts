import { MappingError } from '../../../wire/errors.ts';
import {
  type CreatedSharedMap,
  sharedMapChangeSchema,
  type SharedMapSummary,
} from '../../../wire/shared-map.ts';
import { serviceKey } from '../../platform/documents/item-uses.ts';
import { readNewSharedMap } from '../../platform/documents/read-new-shared-map.ts';
import { signInNeeded } from '../../platform/membership/identify.ts';
import { readShape } from '../../platform/http/json-body.ts';
import { type Parameter, textOf, wholeNumberOf } from '../../platform/http/query-parameters.ts';
import { randomBase58 } from '../../platform/safety/vault.ts';
import { limits } from '../../limits.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { dayMilliseconds, findChangeable, revoked, type SharedMapCall } from './find-readable.ts';
import {
  emptySharedMap,
  insertSharedMap,
  listSharedMaps,
  type SharedMapRow,
  type SharedMapSummaryRow,
  updateSharedMap,
} from './shared-map-store.ts';

/**
 * Stores a snapshot of a map behind a new link. Tokens and passwords are removed before it is saved, and
 * listed.
 * @throws MappingError `membership:sign-in-needed`, `shared-map:invalid`, `shared-map:unknown-group`, and those of a visitor
 * @param body parsed, or the bytes of a large one; undefined: the request has none
 */
export async function createSharedMap(call: SharedMapCall, body: unknown): Promise<CreatedSharedMap> {
  if (!call.member && !call.config.sharing.anonymous) throw signInNeeded();
  // Before it is read: reading a large one takes a thread for a second, and visitors over their daily quota could
  // occupy every thread.
  if (!call.member)
    await call.countVisitorsMap(
      body instanceof Uint8Array ? body.length : Buffer.byteLength(JSON.stringify(body ?? null)),
    );
  const { title, webMap, viewpoint, access, groups, expiresInDays, removed, hosts, uses } =
    body instanceof Uint8Array ? await call.documents.readSharedMap(body) : readNewSharedMap(body);
  requireMembership(call, groups);
  // 93 bits: a public link is as hard to guess as it is easy to pass on.
  const sid = randomBase58(16);
  await insertSharedMap(call.database, {
    sid,
    organisation: call.organisation,
    title,
    web_map: webMap,
    hosts,
    uses,
    viewpoint: viewpoint ?? null,
    access,
    groups,
    owner: call.member?.username ?? '',
    created_at: call.now,
    modified_at: call.now,
    expires_at: expiresInDays ? call.now + expiresInDays * dayMilliseconds : null,
    revoked_at: null,
  });
  return { sid, url: sharedMapUrl(call.publicUrl, call.organisation, sid), removed };
}

/** Items and addresses that one request may name. */
const maxUses = 100;

/**
 * The caller's own shared maps, newest first; all of them for an administrator with `scope=all`. With `uses` only those that
 * anyone may still open and that use one of these items (ids) or services (addresses). There is no number of other users' maps:
 * it would tell who asks whether a service exists. Paging as in the portal: `start` is 1-based, `nextStart` is -1 at the end.
 */
export async function listOwnSharedMaps(
  call: SharedMapCall,
  query: SharedMapQuery,
): Promise<{ total: number; start: number; num: number; nextStart: number; results: SharedMapSummary[] }> {
  if (!call.member) throw signInNeeded();
  const start = wholeNumberOf(query.start) || 1;
  const num = Math.min(limits.searchPage, wholeNumberOf(query.num) || 10);
  const all = textOf(query.scope) === 'all' && call.member.isAdmin;
  const { total, rows } = await listSharedMaps(call.database, call.organisation, {
    owner: all ? undefined : call.member.username,
    start,
    num,
    ...(query.uses !== undefined && { using: targetsOf(query.uses), now: call.now }),
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

/** What a list of shared maps may be limited to. */
export interface SharedMapQuery {
  scope?: Parameter;
  start?: Parameter;
  num?: Parameter;
  uses?: Parameter;
}

function targetsOf(uses: string | readonly string[]): string[] {
  return [uses]
    .flat()
    .slice(0, maxUses)
    .map((use) => serviceKey(use) ?? use.slice(0, 200));
}

/**
 * Renames a shared map, or changes who may read it and for how long (counted from now).
 * @throws MappingError `shared-map:invalid` (400), `shared-map:revoked` (410) and those of findChangeable
 */
export async function changeSharedMap(
  call: SharedMapCall,
  sid: string,
  body: unknown,
): Promise<SharedMapSummary> {
  const before = await findChangeable(call, sid);
  if (before.revoked_at !== null) throw revoked();
  const given = readShape(sharedMapChangeSchema, body, {
    id: 'shared-map:invalid',
    message: 'Invalid change.',
  });
  const { title, access, groups = [], expiresInDays } = given;
  requireMembership(call, groups);
  const change = {
    ...(title !== undefined && { title }),
    ...(access !== undefined && { access, groups }),
    ...(expiresInDays !== undefined && {
      expires_at: expiresInDays === null ? null : call.now + expiresInDays * dayMilliseconds,
    }),
    modified_at: call.now,
  };
  const row = await inTransaction(call.database, async (transaction) => {
    const changed = Object.keys(given);
    await recordChange(transaction, call, before, { act: 'shared-map.changed', changed });
    return updateSharedMap(transaction, sid, change);
  });
  return presentSummary(row, call.publicUrl);
}

/**
 * Revokes a shared map: its link is answered with 410 from now on, and its document is deleted, because revoked maps do not count
 * for quotas. Revoking twice is allowed.
 */
export async function revokeSharedMap(call: SharedMapCall, sid: string): Promise<void> {
  const row = await findChangeable(call, sid);
  if (row.revoked_at !== null) return;
  await inTransaction(call.database, async (transaction) => {
    await emptySharedMap(transaction, sid, call.now);
    await recordChange(transaction, call, row, { act: 'shared-map.revoked' });
  });
}

/**
 * Records what an administrator does to another user's map. The link itself stays a secret of its holders.
 */
async function recordChange(
  transaction: Database,
  { organisation, member, now }: SharedMapCall,
  { owner, title }: SharedMapSummaryRow,
  { act, ...more }: { act: string; changed?: readonly string[] },
): Promise<void> {
  if (!member || member.username === owner) return;
  const detail = { title, ...more };
  await recordAct(transaction, { organisation, actor: member.username, act, subject: owner, detail }, now);
}

/**
 * Maps are shared with groups that the caller is in.
 * @throws MappingError `shared-map:unknown-group` (400)
 */
function requireMembership({ member }: SharedMapCall, groups: readonly string[]): void {
  const unknown = groups.find((id) => !member?.groupIds.includes(id));
  if (unknown === undefined) return;
  throw new MappingError('shared-map:unknown-group', `You aren’t in a group with the id ${unknown}.`, {
    status: 400,
  });
}

/** Address of a shared map in the application. */
function sharedMapUrl(publicUrl: string, organisation: string, sid: string): string {
  return `${publicUrl}/${organisation}/map/sid/${sid}`;
}

function presentSummary(row: SharedMapSummaryRow, publicUrl: string): SharedMapSummary {
  return {
    sid: row.sid,
    url: sharedMapUrl(publicUrl, row.organisation, row.sid),
    title: row.title,
    access: row.access,
    groups: row.groups,
    owner: row.owner,
    created: row.created_at,
    modified: row.modified_at,
    expires: row.expires_at,
    revoked: row.revoked_at !== null,
  };
}

/**
 * The response as JSON: it contains the document as stored, since parsing megabytes would block the event
 * loop.
 */
export function presentSharedMap(row: SharedMapRow, publicUrl: string): string {
  const head = JSON.stringify({ ...presentSummary(row, publicUrl), viewpoint: row.viewpoint });
  return `${head.slice(0, -1)},"webMap":${row.web_map}}`;
}
