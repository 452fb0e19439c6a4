import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperationCaller } from '../../../testing/rig/operation-caller.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../testing/rig/portal-data.ts';
import { waitsOrEnds } from '../../../testing/rig/test-database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { lockUserAndReferences } from '../community/user-store.ts';
import { updateUserOperation } from '../community/users/user-operations.ts';
import { hashOf } from '../identity/random-token.ts';
import { issueAccessToken } from '../identity/sessions.ts';
import { endSessionsOf } from '../identity/token-store.ts';
import type { Operation } from '../operation.ts';
import { confirmEmail, sendEmailCode } from './mail-operations.ts';
import { saveMailToken } from './mail-token-store.ts';
import { codeHash } from './send-queue.ts';

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());

const code = '123456';

test.each<[string, string, Operation, Record<string, string>]>([
  ['change the address', 'ada', updateUserOperation, { email: 'thief@elsewhere.example' }],
  ['request a code', 'bob', sendEmailCode, {}],
  ['confirm the address', 'cleo', confirmEmail, { code }],
])(
  'a session that ends while it is about to %s changes nothing',
  async (_, username, operation, parameters) => {
    const { database, context, clock } = data;
    const email = `${username}@city.example`;
    await data.addUser(username, { email });
    const holder = { username, clientId: null, sessionId: username };
    const { token } = await issueAccessToken(database, holder, { now: clock.now() });
    const stored = { tokenHash: codeHash(username, code), kind: 'code' as const, username, email };
    await saveMailToken(database, { ...stored, expires: clock.now() + 60_000 });
    const caller = memberCaller(username, { tokenHash: hashOf(token), signedInAt: clock.now() });
    const call = createOperationCaller({ ...context, mail: {} as Mailer });
    const { late } = await database.transaction().execute(async (transaction) => {
      await lockUserAndReferences(transaction, username);
      const called = call(operation, caller, { user: username }, parameters).catch((error: unknown) => error);
      await waitsOrEnds(database, called);
      await endSessionsOf(transaction, username);
      return { late: called };
    });
    expect(await late).toMatchObject({ id: 'portal:invalid-token', status: 498 });
    const account = database.selectFrom('portal_user').where('username', '=', username);
    expect(await account.select(['email', 'email_confirmed_at']).executeTakeFirst()).toEqual({
      email,
      email_confirmed_at: null,
    });
    expect(
      await database.selectFrom('mail_message').select('kind').where('username', '=', username).execute(),
    ).toEqual([]);
  },
);
