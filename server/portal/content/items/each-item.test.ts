import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperationCaller } from '../../../../testing/rig/operation-caller.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import type { Requirement } from '../../access/privileges.ts';
import { hashOf } from '../../identity/random-token.ts';
import { issueAccessToken } from '../../identity/sessions.ts';
import { endSession } from '../../identity/token-store.ts';
import { forEachItem } from './each-item.ts';

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
});
afterAll(() => data.stop());

const change = (username: string, values: { role?: 'org_user'; disabled?: true }) =>
  data.database.updateTable('portal_user').set(values).where('username', '=', username).execute();

test.each<[string, string, Requirement, number, (username: string) => Promise<unknown>]>([
  ['role', 'ada', 'portal:admin:updateItems', 403, (name) => change(name, { role: 'org_user' })],
  ['account', 'bob', 'member', 498, (name) => change(name, { disabled: true })],
  ['session', 'cleo', 'member', 498, (name) => endSession(data.database, name)],
  ['time', 'dora', 'member', 498, async () => data.clock.advance(24 * 60 * 60_000)],
])(
  'who loses their %s during an operation on several items changes no other item',
  async (_, username, needs, code, lose) => {
    await data.addUser(username, { role: 'org_admin' });
    const holder = { username, clientId: null, sessionId: username };
    const { token } = await issueAccessToken(data.database, holder, { now: data.clock.now() });
    const caller = memberCaller(username, { role: 'org_admin', tokenHash: hashOf(token) });
    const changed: string[] = [];
    const operation = forEachItem({
      needs,
      operation: async ({ path }) => {
        changed.push(path['id'] ?? '');
        if (changed.length === 2) await lose(username);
        return {};
      },
    });
    const call = createOperationCaller(data.context);
    const { results } = await call(operation, caller, { user: username }, { items: 'a,b,c,d' });
    expect(changed).toEqual(['a', 'b']);
    expect(results).toMatchObject([
      { itemId: 'a', success: true },
      { itemId: 'b', success: true },
      { itemId: 'c', success: false, error: { code } },
      { itemId: 'd', success: false, error: { code } },
    ]);
  },
);
