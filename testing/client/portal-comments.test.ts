import { request } from '@esri/arcgis-rest-request';
import { getItem, searchItems, updateItem } from '@esri/arcgis-rest-portal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { password } from '../rig/portal-client.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Comments on items, with arcgis-rest-js. */
const rig = useContentRig();
let item: string;

beforeEach(async () => {
  item = await rig.addMap({ title: 'Survey' });
  await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'false', org: 'true' });
});

type Who = 'ada' | 'grace' | 'linus' | 'otto' | '';
const ask = (path: string, who: Who, params: object = {}): Promise<any> =>
  request(`${rig.portal.root}/content/items/${item}${path}`, {
    ...(who && { authentication: rig[who] }),
    params,
  } as any).catch(({ response }) => response);
const add = async (who: Who, comment: string, more: object = {}) =>
  ask('/addComment', who, { comment, ...more });
const notificationsOf = async (who: 'grace' | 'linus' | 'otto') => {
  const { notifications } = await rig.call(
    `/community/users/${who}/notifications`,
    {},
    who === 'otto' ? 'Otto' : who,
  );
  return notifications
    .filter(({ data }: any) => data.itemId === item)
    .map(({ type, data }: any) => [type, data.fromUsername]);
};

describe('a comment', () => {
  test('is read by all who see the item, newest first, and counted', async () => {
    const { commentId: first } = await add('linus', 'Very accurate.');
    const { commentId: reply } = await add('grace', 'Thank you!', { parentId: first });
    expect(await ask('/comments', 'otto', { num: 1 })).toEqual({
      total: 2,
      start: 1,
      num: 1,
      nextStart: 2,
      comments: [
        {
          id: reply,
          owner: 'grace',
          created: expect.any(Number),
          comment: 'Thank you!',
          parentId: first,
        },
      ],
    });
    expect(await ask(`/comments/${first}`, 'otto')).toMatchObject({ id: first, comment: 'Very accurate.' });
    const authentication = rig.grace;
    expect(await getItem(item, { authentication })).toMatchObject({ numComments: 2, commentsEnabled: true });
    const found = await searchItems({ q: `id:${item} AND numcomments:[2 TO 2]`, authentication });
    expect(found.total).toBe(1);
  });

  test('is changed by its author, and deleted by the author and those who control the item', async () => {
    const { commentId } = await add('linus', 'Wrong.');
    expect((await ask(`/comments/${commentId}/update`, 'grace', { comment: 'x' })).error.code).toBe(403);
    expect(await ask(`/comments/${commentId}/update`, 'linus', { comment: 'Right.' })).toEqual({
      success: true,
      commentId,
    });
    expect(await ask(`/comments/${commentId}`, 'otto')).toMatchObject({ comment: 'Right.' });
    expect((await ask(`/comments/${commentId}/delete`, 'otto')).error.code).toBe(403);
    await add('otto', 'Really?', { parentId: commentId });
    expect((await ask(`/comments/${commentId}/delete`, 'ada')).success).toBe(true);
    expect((await ask('/comments', 'grace')).total).toBe(0);
    expect((await getItem(item, { authentication: rig.grace })).numComments).toBe(0);
  });

  test('notifies the owner, the thread and mentioned users who see the item', async () => {
    const { commentId } = await add('linus', 'Ask @Otto. Or @nobody, me@otto, @LINUS');
    await add('otto', 'Fine, @grace', { parentId: commentId });
    expect(await notificationsOf('grace')).toEqual([
      ['item_comment_mention', 'Otto'],
      ['item_comment', 'linus'],
    ]);
    expect(await notificationsOf('otto')).toEqual([['item_comment_mention', 'linus']]);
    expect(await notificationsOf('linus')).toEqual([['item_comment', 'Otto']]);
    await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'false', org: 'false' });
    await add('grace', 'Not for @otto');
    expect(await notificationsOf('otto')).toHaveLength(1);
  });

  test('notifies no mentioned member whose role does not view items of the organisation', async () => {
    const { id: role } = await rig.call('/portals/self/createRole', { name: 'Contractor' }, 'ada');
    await rig.call('/portals/self/updateUserRole', { user: 'linus', role }, 'ada');
    try {
      expect((await ask('', 'linus')).error.messageCode).toBe('CONT_0001');
      await add('grace', 'Ask @linus and @Otto');
      expect(await notificationsOf('linus')).toEqual([]);
      expect(await notificationsOf('otto')).toHaveLength(1);
    } finally {
      await rig.restore('linus');
    }
  });

  test.each<[string, Who, object, number]>([
    ['without a text', 'linus', { comment: ' ' }, 400],
    ['that is too long', 'linus', { comment: 'x'.repeat(4001) }, 400],
    ['as a reply to a missing one', 'linus', { comment: 'x', parentId: 'none' }, 400],
    ['of a visitor', '', { comment: 'x' }, 499],
  ])('%s is refused', async (_name, who, params, code) => {
    expect((await ask('/addComment', who, params)).error.code).toBe(code);
  });

  test('is refused as a reply to a reply, where comments are off, and on an invisible item', async () => {
    const { commentId } = await add('linus', 'One');
    const { commentId: reply } = await add('linus', 'Two', { parentId: commentId });
    expect((await add('linus', 'Three', { parentId: reply })).error.code).toBe(400);
    await updateItem({ item: { id: item, commentsEnabled: false }, authentication: rig.grace } as any);
    expect((await add('linus', 'Four')).error.message).toBe('Comments are turned off for this item.');
    expect((await ask('/comments', 'linus')).total).toBe(2);
    await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'false', org: 'false' });
    expect((await ask('/comments', 'linus')).error.messageCode).toBe('CONT_0001');
    expect((await add('linus', 'Five')).error.messageCode).toBe('CONT_0001');
  });

  test('goes with its author', async () => {
    await rig.signIn('leaving');
    await rig.call(`/content/items/${item}/addComment`, { comment: 'Bye' }, 'leaving');
    await rig.call('/community/users/leaving/delete', {}, 'ada');
    expect((await getItem(item, { authentication: rig.grace })).numComments).toBe(0);
  });
});

describe('the room for comments of an item', () => {
  const usual = { ...limits };
  const most = limits as { -readonly [Name in keyof typeof limits]: number };
  afterEach(() => Object.assign(most, usual));
  /** Each limit has its own code for the browser, and the API's message names its number. */
  const refused = (code: string, most: number) => ({
    code: 400,
    message: expect.stringMatching(new RegExp(`\\b${most}\\b`)),
    faults: [{ code }],
  });

  test('is shared by its authors; those who control the item may use all of it', async () => {
    most.itemComments = 6;
    most.itemCommentsPerAuthor = 1;
    expect((await add('linus', 'One')).success).toBe(true);
    expect((await add('linus', 'Two')).error).toMatchObject(refused('many-own-comments', 1));
    expect((await add('otto', 'One')).success).toBe(true);
    for (const who of ['grace', 'grace', 'ada', 'ada'] as const)
      expect((await add(who, 'Again')).success).toBe(true);
    expect((await add('grace', 'One more')).error).toMatchObject(refused('many-comments', 6));
  });

  test('is not filled by an author of many comments, also of their own items', async () => {
    most.itemCommentsOnAll = 2;
    await rig.signIn('vera');
    const own = await rig.call('/content/users/vera/addItem', { title: 'Own', type: 'Web Map' }, 'vera');
    const write = (id: string) => rig.call(`/content/items/${id}/addComment`, { comment: 'One' }, 'vera');
    const first = await write(own['id']);
    expect(await write(item)).toMatchObject({ success: true });
    expect((await write(own['id']))['error']).toMatchObject(refused('many-own-comments-on-all', 2));
    await rig.call(`/content/items/${own['id']}/comments/${first['commentId']}/delete`, {}, 'vera');
    expect(await write(own['id'])).toMatchObject({ success: true });
  });

  test('is left to its organisation by members of others', async () => {
    most.itemComments = 4;
    most.itemCommentsOfOthers = 2;
    const { context } = rig.portal;
    const settings = { name: 'The harbour' };
    const id = await ensureOrganisation(context.database, { urlKey: 'harbour', settings, now: 1 });
    const harbour = { ...context, portal: { ...context.portal, id, urlKey: 'harbour' } };
    const token: Record<string, string> = {};
    for (const username of ['hal', 'olga']) {
      await createUser(harbour, { username, password, fullName: username, role: 'org_user' });
      token[username] = await rig.portal.token(username);
    }
    await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'true', org: 'true' });
    const write = async (who: 'hal' | 'olga') =>
      rig.portal.call(`/content/items/${item}/addComment`, { comment: 'Ahoy', token: token[who] ?? '' });
    expect(await write('hal')).toMatchObject({ success: true });
    expect(await write('olga')).toMatchObject({ success: true });
    for (const who of ['hal', 'olga'] as const)
      expect((await write(who))['error']).toMatchObject(refused('many-comments-of-others', 2));
    expect((await add('linus', 'Still room')).success).toBe(true);
    expect((await add('otto', 'For us')).success).toBe(true);
  });
});
