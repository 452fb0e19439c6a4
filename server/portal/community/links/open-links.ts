import type { Database } from '../../../platform/database/connect.ts';
import type { PortalRole } from '../../../platform/database/tables/portal.ts';
import { limits } from '../../../limits.ts';
import { hashOf, randomToken } from '../../identity/random-token.ts';
import { clamp } from '../../identity/sessions.ts';
import { deleteLink, listOpenLinks, saveLink } from './link-store.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Operation } from '../../operation.ts';
import { checkPortalId } from '../../organisation/portal-organisations.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';

export type NewLink =
  | { kind: 'password'; username: string }
  | {
      kind: 'join';
      role: PortalRole;
      groupIds: readonly string[];
      /** Names of the organisations that these groups administer. */
      administers: readonly string[];
    };

/**
 * Creates a link for one user. Its secret is returned once, to its author; the database holds a hash.
 * @param made.minutes requested lifetime; more than the limit gives the limit
 * @returns the secret, which a page of the application has behind `#`, where no server sees it, and its
 * expiry
 */
export async function makeLink(
  database: Database,
  newLink: NewLink,
  made: { orgId: string; by: string; now: number; minutes?: number | undefined },
): Promise<{ link: string; expires: number }> {
  const link = randomToken();
  const max = newLink.kind === 'join' ? limits.joinLinkMinutes : limits.passwordLinkMinutes;
  const expires = made.now + clamp(made.minutes, max) * 60_000;
  await saveLink(
    database,
    {
      token_hash: hashOf(link),
      org_id: made.orgId,
      kind: newLink.kind,
      username: newLink.kind === 'password' ? newLink.username : null,
      role: newLink.kind === 'join' ? newLink.role : null,
      group_ids: newLink.kind === 'join' ? [...newLink.groupIds] : [],
      created_by: made.by,
      created_at: made.now,
      expires_at: expires,
      used_at: null,
      administers: newLink.kind === 'join' ? [...newLink.administers] : [],
    },
    made.now,
  );
  return { link, expires };
}

/** `portals/{id}/links`: valid links. Their secrets are not known here. */
export const listLinks: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const links = await listOpenLinks(call.context.database, orgId, call.context.now());
  return {
    links: links.map((link) => ({
      id: link.token_hash,
      kind: link.kind,
      username: link.username,
      role: link.role,
      groups: link.group_ids,
      createdBy: link.created_by,
      created: link.created_at,
      expires: link.expires_at,
    })),
  };
};

/** `portals/{id}/links/{link}/revoke`. */
export const revokeLink: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  const { context, path } = call;
  await context.database.transaction().execute(async (transaction) => {
    const link = await deleteLink(transaction, orgId, path['link'] ?? '');
    if (!link) throw refusal('portal:link-not-found', 'This link has been used or is gone.', 'link-gone', {});
    const act = { act: 'person.link-revoked', subject: link.username ?? '', detail: { kind: link.kind } };
    await recordPortalAct(transaction, actor, act, context.now());
  });
  return { success: true };
};
