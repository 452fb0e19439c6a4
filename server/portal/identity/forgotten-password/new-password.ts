import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { UserRow } from '../../community/present-user.ts';
import { findUser, lockUser } from '../../community/user-store.ts';
import { findLinkUser, useMailToken } from '../../mail/mail-token-store.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { setPasswordHash } from '../account-store.ts';
import { unblockAccount } from '../authenticate.ts';
import { checkPassword } from '../check-password.ts';
import { hashOfPassword } from '../password.ts';
import { hashOf } from '../random-token.ts';
import { isOwnForm } from '../sign-in/form-token.ts';
import { fill, languageOf } from '../sign-in/languages.ts';
import { endSessionsOf } from '../token-store.ts';
import { sendNewPasswordPage, sendPasswordSavedPage } from './password-pages.ts';

const schema = z.object({ link: z.string().default(''), password: z.string().default('') });

/**
 * `oauth2/newPassword`: the page of a link that was sent by mail. It saves a new password, and does not sign in: that asks for the
 * second factor as usual.
 */
export async function newPassword(call: PortalCall): Promise<typeof rawResponse> {
  // A link or password in an address is ignored: addresses are logged by proxies.
  if (call.request.method !== 'POST') return sendNewPasswordPage(call, { link: '' });
  const { link, password } = readOperation(schema, call.parameters);
  const { messages } = languageOf(call);
  const again = (status: number, problem: string): typeof rawResponse => {
    void call.reply.status(status);
    return sendNewPasswordPage(call, { link, problem });
  };
  if (!isOwnForm(call)) return again(403, messages.expired);
  const { context } = call;
  const username = await findLinkUser(context.database, hashOf(link), context.now());
  const user = username === undefined ? undefined : await findUser(context.database, username);
  if (!user) return again(400, messages.linkGone);
  const weakness = weaknessOf(call, password, user);
  if (weakness !== undefined) return again(400, weakness);
  return (await savePassword(call, { link, password, user }))
    ? sendPasswordSavedPage(call)
    : again(400, messages.linkGone);
}

/** Why a password is refused, in the language of the page. */
function weaknessOf(call: PortalCall, password: string, user: UserRow): string | undefined {
  try {
    checkPassword(password, { ...user, fullName: user.full_name });
    return undefined;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const { code = '', values = {} } = error.faults[0] ?? {};
    const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
    const translated = languageOf(call).refusals[code];
    return translated === undefined ? error.message : fill(translated, Object.fromEntries(texts));
  }
}

/** @returns whether the link could still be used */
async function savePassword(
  { context }: PortalCall,
  { link, password, user }: { link: string; password: string; user: UserRow },
): Promise<boolean> {
  const { username, email, org_id: orgId } = user;
  // Before the transaction, so that no connection waits for it.
  const hash = await hashOfPassword(context, password);
  const now = context.now();
  const saved = await context.database.transaction().execute(async (transaction) => {
    // First, as in every change of an account: it deletes the link, too.
    await lockUser(transaction, username);
    const token = { tokenHash: hashOf(link), kind: 'password', username, email } as const;
    if (!(await useMailToken(transaction, token, now))) return false;
    await setPasswordHash(transaction, username, hash);
    await endSessionsOf(transaction, username);
    const act = { act: 'person.password-chosen', subject: username, orgId };
    await recordPortalAct(transaction, username, act, now);
    return true;
  });
  if (saved) await unblockAccount(context, username);
  return saved;
}
