import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import { listNotifications, notify, type PortalEvent } from './notification-store.ts';

/** Which notifications give way to others, and how many of one sender a user gets. */
let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace']) await data.addUser(username);
});
afterAll(() => data.stop());
beforeEach(() => data.database.deleteFrom('portal_notification').execute());

const hour = 3_600_000;
const typesOf = async (username: string) =>
  (await listNotifications(data.database, username)).map(({ type }) => type);
const countOf = async (username: string) => (await typesOf(username)).length;
const mention = (from: string): PortalEvent => ({
  type: 'item_comment_mention',
  data: { fromUsername: from },
});

describe('the oldest notification above the limit', () => {
  test('gives way to newer ones of its type', async () => {
    for (let at = 0; at <= limits.notifications; at += 1)
      await notify(data.database, ['ada'], { type: 'message', data: { at } }, at);
    const rows = await listNotifications(data.database, 'ada');
    expect(rows.map((row) => (row.data as { at: number }).at)).toEqual(
      Array.from({ length: limits.notifications }, (_, index) => limits.notifications - index),
    );
  });

  test('does not give way to those of another type: nobody removes a notice of a sign-in', async () => {
    await notify(data.database, ['ada'], { type: 'account_security', data: {} }, 0);
    for (let at = 1; at <= limits.notifications + 1; at += 1)
      await notify(data.database, ['ada'], mention('grace'), at * hour);
    const types = await typesOf('ada');
    expect(types.at(-1)).toBe('account_security');
    expect(types).toHaveLength(limits.notifications + 1);
  });
});

describe('a user gets notifications of one sender', () => {
  const send = async (from: string, at: number, to = ['ada']) => notify(data.database, to, mention(from), at);

  test('up to a number per hour, and those of others besides', async () => {
    for (let times = 0; times < limits.notificationsFromSender; times += 1) await send('eve', 1);
    expect(await send('eve', hour, ['ada', 'grace'])).toEqual(['grace']);
    expect([await countOf('ada'), await countOf('grace')]).toEqual([limits.notificationsFromSender, 1]);
    await send('linus', hour);
    await notify(data.database, ['ada'], { type: 'message', data: { fromUsername: 'eve' } }, hour);
    expect(await countOf('ada')).toBe(limits.notificationsFromSender + 2);
    await send('eve', hour + 1);
    expect(await countOf('ada')).toBe(limits.notificationsFromSender + 3);
  });

  test('who is named; those of the portal are not limited', async () => {
    const notice: PortalEvent = { type: 'account_security', data: { act: 'person.new-browser' } };
    for (let times = 0; times <= limits.notificationsFromSender; times += 1)
      await notify(data.database, ['ada'], notice, times);
    expect(await countOf('ada')).toBe(limits.notificationsFromSender + 1);
  });
});
