import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel, fakeOpenMap } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { MapComment } from '../../../../wire/map-comment.ts';
import { addMapComment } from '../../../api/map-comments.ts';
import { OpenMapContext } from '../../../context/open-map.ts';
import type { CommentPins, FoundFeature } from '../../../map/comments/comment-pins.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { CommentsPanel } from './comments-panel.tsx';
import { CommentsProvider } from './comments-context.tsx';

const none = { allowed: true, comments: [], next: null, visitors: false, moderates: false };
vi.mock('../../../api/map-comments.ts', () => ({
  addMapComment: vi.fn<typeof addMapComment>(),
  followMap: async () => {},
  listMapComments: async () => none,
  listNamedComments: async () => none,
}));
const pins = vi.hoisted(() => ({
  find: async (): Promise<FoundFeature> => Promise.reject(new Error('none')),
}));
vi.mock('../../../map/comments/comment-pins.ts', () => ({
  openCommentPins: async (): Promise<CommentPins> => ({
    ...pins,
    draw: () => {},
    pick: async () => undefined,
    show: () => {},
    close: () => {},
  }),
}));
vi.mock('../../../waiting/waiting-comments.tsx', () => ({ WaitingComments: () => null }));
vi.mock('./use-comment-queue.ts', () => ({ useCommentQueue: () => undefined }));
vi.mock('./draft-store.ts', () => ({
  draftWriter: () => () => {},
  loadDrafts: async () => new Map(),
  takeOverDrafts: async () => {},
}));

let answer = Promise.withResolvers<MapComment>();
beforeEach(() => {
  answer = Promise.withResolvers();
  vi.mocked(addMapComment).mockReturnValue(answer.promise);
});
afterEach(() => history.replaceState(null, '', location.pathname));

function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>Panel</button>
      {isOpen && <CommentsPanel />}
    </>
  );
}

async function open() {
  const { model } = fakeMapModel({ area: [71, 51, 72, 52], selected: { layer: 'stops', id: 1 } });
  const view = show(
    <MapModelContext value={model}>
      <OpenMapContext value={fakeOpenMap({ kind: 'web-map', id: 'w' })}>
        <CommentsProvider>
          <Page />
        </CommentsProvider>
      </OpenMapContext>
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  const button = (name: string) => screen.findByRole('button', { name });
  const write = async (text: string) => {
    await view.person.click(await button('This view'));
    await view.person.type(screen.getByRole('textbox'), text);
  };
  return { ...view, button, write };
}

const stored = { id: 'c1', thread: 'c1' } as MapComment;

it('a new comment stays as it is while it is sent, also when the panel is opened again', async () => {
  const { person, button, write } = await open();
  await write('Broken bench');
  await person.click(await button('Send'));
  await person.click(await button('Panel'));
  await person.click(await button('Panel'));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await person.type(field, ', and a missing sign');
  expect(field.value).toBe('Broken bench');
  expect(await button('Cancel')).toHaveProperty('disabled', true);
  await act(async () => answer.resolve(stored));
  await write('Missing sign');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Missing sign');
});

it('a comment that arrives after the map was left does not change the address', async () => {
  const { person, button, write, unmount } = await open();
  await write('Broken bench');
  await person.click(await button('Send'));
  await waitFor(() => expect(addMapComment).toHaveBeenCalledOnce());
  unmount();
  await act(async () => answer.resolve(stored));
  expect(location.hash).toBe('');
});

it('a feature that is found late does not replace a comment that was begun meanwhile', async () => {
  const found = Promise.withResolvers<FoundFeature>();
  pins.find = () => found.promise;
  const { person, button, write } = await open();
  await person.click(await button('Selected feature'));
  await write('Broken bench');
  await act(async () => found.resolve({ title: 'Stop 1', place: undefined }));
  expect(screen.getByRole('textbox', { name: 'Comment on this view' })).toHaveProperty(
    'value',
    'Broken bench',
  );
});
