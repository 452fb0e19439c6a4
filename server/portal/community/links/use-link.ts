import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createUser, prepareUser } from '../create-user.ts';
import { addMembers } from '../member-store.ts';
import { findUser, lockUser } from '../user-store.ts';
import { setPasswordHash } from '../../identity/account-store.ts';
import { unblockAccount } from '../../identity/authenticate.ts';
import { checkPassword } from '../../identity/check-password.ts';
import { hashOfPassword } from '../../identity/password.ts';
import { hashOf } from '../../identity/random-token.ts';
import { endSessionsOf } from '../../identity/token-store.ts';
import type { Operation, PortalCall, PortalContext } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { refuseQueryParameters } from '../../request/parameters.ts';
import { findAdministeredLater, invitedBefore } from '../users/keep-an-administrator.ts';
import { deleteLink, existingGroups, findOpenLink, type LinkRow, useUpLink } from './link-store.ts';

/** `fullName` is the username when absent. */
const schema = z.object({
  link: z.string().default(''),
  password: z.string().default(''),
  username: z.string().default(''),
  fullName: z.string().optional(),
  email: z.string().default(''),
});

/** `community/links/open` `link`: the purpose of a link, for its page. */
export const openLink: Operation = async (call) => {
  const link = await load(call);
  const { username } = link;
  const user = username === null ? undefined : await findUser(call.context.database, username);
  return {
    kind: link.kind,
    username,
    fullName: user?.full_name ?? null,
    invitedBy: link.created_by,
    portalName: (await call.context.organisations.byId(link.org_id))?.name ?? call.context.portal.name,
    expires: link.expires_at,
  };
};

/**
 * `community/links/use` `link`, `password`, and to join `username`, `fullName`, `email`: creates the account
 * or sets its password, and ends all of its sessions. A link works once.
 */
export const useLink: Operation = async (call) => {
  const link = await load(call);
  const { context } = call;
  // Before the transaction, so that no connection waits for a hash.
  const use = link.username === null ? await toJoin(call, link) : await toChoosePassword(call, link.username);
  return context.database.transaction().execute(async (transaction) => {
    // First, as in every change of an account: it deletes the link, too.
    if (link.username !== null) await lockUser(transaction, link.username);
    if (!(await useUpLink(transaction, link.token_hash, context.now()))) throw gone();
    return { success: true, username: await use(transaction) };
  });
};

async function load(call: PortalCall): Promise<LinkRow> {
  refuseQueryParameters(call, ['link', 'password']);
  const { context, parameters } = call;
  const link = await findOpenLink(
    context.database,
    hashOf(readOperation(schema, parameters).link),
    context.now(),
  );
  if (!link) throw gone();
  const later = await findAdministeredLater(context, link.group_ids, link.administers);
  if (!later) return link;
  await endLink(context, link, later.groupId);
  throw invitedBefore(later);
}

/** Ends a link that was made before one of its groups administered an organisation. The entry has its author, because who opened it is not known. */
async function endLink(context: PortalContext, link: LinkRow, groupId: string): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    if (!(await deleteLink(transaction, link.org_id, link.token_hash))) return;
    const act = { act: 'person.link-ended', subject: groupId, orgId: link.org_id };
    await recordPortalAct(transaction, link.created_by, act, context.now());
  });
}

/** Uses a link within a transaction; returns the username. */
type Use = (transaction: Database) => Promise<string>;

async function toJoin({ context, parameters }: PortalCall, link: LinkRow): Promise<Use> {
  const { username, email, fullName = username, password } = readOperation(schema, parameters);
  const portal = await context.organisations.byId(link.org_id);
  if (!portal) throw gone();
  const user = await prepareUser(context, {
    username,
    fullName: fullName.slice(0, 128),
    email: email.slice(0, 254),
    role: link.role ?? 'org_user',
    password,
  });
  return async (transaction) => {
    // Joins the organisation of the link's author, whatever the address it is used at.
    await createUser({ ...context, portal, database: transaction }, user);
    const now = context.now();
    await recordPortalAct(transaction, username, { act: 'person.joined', subject: username }, now);
    const groups = await existingGroups(transaction, link.org_id, link.group_ids);
    const ids = groups.map(({ id }) => id);
    // Meanwhile, too.
    if (await findAdministeredLater(context, ids, link.administers)) throw gone();
    for (const { id, title } of groups) {
      const { added } = await addMembers(transaction, id, [{ username, memberType: 'member' }], now);
      if (added.length === 0) continue;
      await recordPortalAct(
        transaction,
        username,
        { act: 'group.joined', subject: id, detail: { title } },
        now,
      );
    }
    return username;
  };
}

async function toChoosePassword({ context, parameters }: PortalCall, username: string): Promise<Use> {
  const { password } = readOperation(schema, parameters);
  const user = await findUser(context.database, username);
  if (user) checkPassword(password, { ...user, fullName: user.full_name });
  const hash = await hashOfPassword(context, password);
  await unblockAccount(context, username);
  return async (transaction) => {
    await setPasswordHash(transaction, username, hash);
    await endSessionsOf(transaction, username);
    const act = { act: 'person.password-chosen', subject: username };
    await recordPortalAct(transaction, username, act, context.now());
    return username;
  };
}

function gone(): MappingError {
  return refusal(
    'portal:link-not-found',
    'This link has been used, taken back, or has expired. Ask for a new one.',
    'link-gone',
    {},
  );
}
