import { refusal } from '../../../../wire/refusals.ts';
import type { Operation } from '../../operation.ts';
import { checkPortalId } from '../../organisation/get-portal.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { deleteLink, listOpenLinks } from './link-store.ts';
import { requireMember } from '../../access/refusals.ts';

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
