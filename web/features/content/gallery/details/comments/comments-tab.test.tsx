import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../../../../testing/web/fake-connection.ts';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { CommentsTab } from './comments-tab.tsx';
import { hasComments } from './has-comments.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const first = { id: 'c1', owner: 'grace', created: 1000, comment: 'Which year is this?' };
const reply = { id: 'c2', owner: 'ada', created: 2000, comment: '<b>2025</b>', parentId: 'c1' };
const refusal = { error: { code: 500, message: 'Broken.' } };

async function open({
  item = {},
  signedIn = true,
  username,
  more = {},
}: {
  item?: Partial<PortalItem>;
  signedIn?: boolean;
  /** Who is signed in instead of `ada`. */
  username?: string;
  more?: Parameters<typeof fakeFetch>[0];
} = {}) {
  const log = fakeFetch({
    '/content/items/m1/comments': { comments: [reply, first], nextStart: -1 },
    ...more,
  });
  const context = await fakeContext({ signedIn });
  if (username !== undefined && context.user) {
    const { connection } = await fakeConnection({ saved: savedSignIn({ username }) });
    Object.assign(context, { connection, user: { ...context.user, username } });
  }
  const shown = show(<CommentsTab item={webMap(item)} />, { context });
  await shown.screen.findByText('Which year is this?');
  const sent = (end: string) => log.filter(({ path }) => path.endsWith(end)).map(({ params }) => params);
  return { ...shown, sent };
}

describe('the comments of an item', () => {
  it('of ArcGIS, with null for what a comment lacks, can be replied to', async () => {
    const comments = [{ ...first, parentId: null, modified: null }];
    const { screen } = await open({ more: { '/content/items/m1/comments': { comments, nextStart: -1 } } });
    expect(screen.getByRole('button', { name: 'Reply' })).toBeDefined();
    expect(screen.queryByText(/edited/i)).toBeNull();
  });

  it('are read by visitors as plain text, who may not write', async () => {
    const { screen } = await open({ signedIn: false });
    expect(screen.getByText('<b>2025</b>')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
    expect(screen.getByText('Sign in to comment.')).toBeDefined();
  });

  it('take no text while one is sent, also when the tab opens again, and are sent once', async () => {
    const answer = Promise.withResolvers<object>();
    const { screen, person, unmount } = await open({ more: { '/addComment': () => answer.promise } });
    await person.type(screen.getByRole('textbox', { name: 'New comment' }), 'Nice.');
    await person.click(screen.getByRole('button', { name: 'Comment' }));
    unmount();
    const again = await open();
    const field = again.screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    await again.person.type(field, ' And new.');
    expect(field.value).toBe('Nice.');
    await again.person.type(field, '{Control>}{Enter}{/Control}');
    expect(again.sent('/addComment')).toEqual([]);
    await act(async () => answer.resolve({ success: true }));
    await vi.waitFor(() => expect(field.value).toBe(''));
    await again.person.type(field, 'And new.');
    expect(field.value).toBe('And new.');
  });

  it('that are refused while the tab is closed are there with the reason when it opens again', async () => {
    const answer = Promise.withResolvers<object>();
    const { screen, person, unmount } = await open({ more: { '/addComment': () => answer.promise } });
    await person.type(screen.getByRole('textbox', { name: 'New comment' }), 'Nice.');
    await person.click(screen.getByRole('button', { name: 'Comment' }));
    unmount();
    await act(async () => answer.resolve(refusal));
    const again = await open({ more: { '/addComment': { success: true } } });
    expect((await again.screen.findByRole('alert')).textContent).toContain('Broken.');
    const field = again.screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    expect(field.value).toBe('Nice.');
    await again.person.click(again.screen.getByRole('button', { name: 'Comment' }));
    await vi.waitFor(() => expect(field.value).toBe(''));
    expect(again.screen.queryByRole('alert')).toBeNull();
  });

  it('are written and replied to, and a refused one stays in its field, also when the tab opens again', async () => {
    const adds = { '/addComment': [refusal, { success: true }] };
    const { screen, person, sent, unmount } = await open({ more: adds });
    const field = screen.getByRole('textbox', { name: 'New comment' });
    await person.type(field, 'Nice. ');
    await person.click(screen.getByRole('button', { name: 'Mention someone' }));
    await person.click(await screen.findByRole('menuitem', { name: 'grace' }));
    await person.click(screen.getByRole('button', { name: 'Comment' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    unmount();
    const again = await open({ more: { '/addComment': { success: true } } });
    const kept = again.screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    expect(kept.value).toBe('Nice. @grace ');
    await again.person.click(again.screen.getByRole('button', { name: 'Comment' }));
    await vi.waitFor(() => expect(kept.value).toBe(''));
    expect(sent('/addComment')[0]?.['comment']).toBe('Nice. @grace');
    await again.person.click(again.screen.getByRole('button', { name: 'Reply' }));
    await again.person.type(again.screen.getByRole('textbox', { name: 'Reply to grace' }), 'Thanks');
    await again.person.keyboard('{Control>}{Enter}{/Control}');
    await vi.waitFor(() =>
      expect(again.sent('/addComment').at(-1)).toMatchObject({ comment: 'Thanks', parentId: 'c1' }),
    );
  });

  it('are sent once by a double click', async () => {
    const { screen, person, sent } = await open({ more: { '/addComment': { success: true } } });
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    await person.type(field, 'Nice.');
    const send = screen.getByRole('button', { name: 'Comment' });
    act(() => {
      send.click();
      send.click();
    });
    await vi.waitFor(() => expect(field.value).toBe(''));
    expect(sent('/addComment')).toHaveLength(1);
  });

  it('that were not sent are shown to nobody who signs in later in the tab', async () => {
    const before = await open();
    await before.person.type(before.screen.getByRole('textbox', { name: 'New comment' }), 'For ada only');
    await before.person.click(before.screen.getByRole('button', { name: 'Reply' }));
    await before.person.type(before.screen.getByRole('textbox', { name: 'Reply to grace' }), 'Also this');
    before.unmount();
    const other = await open({ username: 'grace' });
    expect(other.screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
    other.unmount();
    const again = await open();
    const texts = again.screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
    expect(texts).toEqual(['For ada only', 'Also this']);
  });

  it('cannot be changed while they are sent', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person } = await open({ more: { '/addComment': () => promise } });
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });
    await person.type(field, 'Nice.');
    await person.click(screen.getByRole('button', { name: 'Comment' }));
    await vi.waitFor(() => expect(field.readOnly).toBe(true));
    resolve({ success: true });
    await vi.waitFor(() => expect([field.value, field.readOnly]).toEqual(['', false]));
  });

  it('are changed and deleted by their authors', async () => {
    const { screen, person, sent } = await open({
      more: { '/c2/update': { success: true }, '/c2/delete': { success: true } },
    });
    expect(screen.queryByRole('button', { name: 'Actions for the comment of grace' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Actions for the comment of ada' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Change the comment' });
    expect(field.value).toBe('<b>2025</b>');
    await person.clear(field);
    expect(field.value).toBe('');
    await person.type(field, 'Of 2025');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(sent('/c2/update')).toMatchObject([{ comment: 'Of 2025' }]));
    await person.click(await screen.findByRole('button', { name: 'Actions for the comment of ada' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await vi.waitFor(() => expect(sent('/c2/delete')).toHaveLength(1));
  });

  it('are deleted with their replies and turned off by those who control the item', async () => {
    const { screen, person, sent } = await open({
      item: { itemControl: 'admin' },
      more: { '/c1/delete': refusal, '/content/users/ada/items/m1/update': { success: true } },
    });
    await person.click(screen.getByRole('button', { name: 'Actions for the comment of grace' }));
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
    await person.click(await screen.findByRole('menuitem', { name: 'Delete with replies' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    await person.click(screen.getByRole('switch', { name: 'Members can comment' }));
    await vi.waitFor(() => expect(sent('/items/m1/update')).toMatchObject([{ commentsEnabled: 'false' }]));
  });

  it('are read only where the owner turned them off, and absent where the organisation did', async () => {
    const { screen } = await open({ item: { commentsEnabled: false } });
    expect(screen.getByText('Comments are turned off for this item.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(hasComments(webMap(), { id: 'p', name: 'P', commentsEnabled: false })).toBe(false);
    expect(hasComments(webMap({ commentsEnabled: false }), undefined)).toBe(false);
    expect(hasComments(webMap({ commentsEnabled: false, numComments: 1 }), undefined)).toBe(true);
  });
});
