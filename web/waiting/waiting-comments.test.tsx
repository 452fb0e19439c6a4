import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { show } from '../../testing/web/render.tsx';
import { sendWaiting } from './send-waiting.ts';
import { WaitingComments } from './waiting-comments.tsx';
import { WaitingStatus } from './waiting-status.tsx';
import type { WaitingChange, WaitingSubject } from './waiting-store.ts';

const { store } = vi.hoisted(() => ({
  store: { changes: [] as unknown[], listeners: new Set<(isNew: boolean) => void>() },
}));
vi.mock('./waiting-store.ts', async (original) => ({
  ...(await original<object>()),
  waitingChanges: async () => store.changes,
  onWaiting: (listener: () => void) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  },
  dropWaiting: async ({ id }: WaitingChange) =>
    setChanges(...(store.changes as WaitingChange[]).filter((one) => one.id !== id)),
}));
vi.mock('./send-waiting.ts', async (original) => ({
  ...(await original<object>()),
  sendWaiting: vi.fn<typeof sendWaiting>(async () => false),
}));

const onMap: WaitingSubject = {
  type: 'comment',
  wid: 'w',
  comment: { id: 'c', thread: 't', text: 'Is it still here?' },
  photos: [],
};
const onItem = (text: string): WaitingSubject => ({ type: 'item-comment', itemId: 'm1', text });

function change(id: string, subject: WaitingSubject, parts: Partial<WaitingChange> = {}): WaitingChange {
  const owner = { org: 'demo', restUrl: 'https://portal.example/arcgis/sharing/rest', who: 'ada' };
  const at = Date.now();
  return { id, title: 'Parks', subject, ...owner, attempted: false, at, revision: '1', bytes: 10, ...parts };
}

function setChanges(...changes: WaitingChange[]): void {
  store.changes = changes;
  for (const listener of store.listeners) listener(false);
}

const onSent = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
  store.changes = [];
});

/** The comments of an item, on a page with another list. */
async function open(...changes: WaitingChange[]) {
  store.changes = changes;
  const context = await fakeContext({ signedIn: true });
  const view = show(
    <>
      <WaitingComments
        isHere={(subject) => subject.type === 'item-comment' && subject.itemId === 'm1'}
        onSent={onSent}
      />
      <WaitingStatus changes={changes} />
      <button>After the list</button>
    </>,
    { context },
  );
  await screen.findByRole('list', { name: 'Changes that wait' });
  return { ...view, context };
}

it('lists the comments of its place, each with its state', async () => {
  const failure = { id: 'x', message: 'No.', status: 400, faults: [], isFinal: true };
  const { person, context } = await open(
    change('one', onItem('Nice')),
    change('two', onItem('Which year?'), { failure }),
    change('three', onMap),
  );
  const [first, second, ...others] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Nice.*Waits for a connection/);
  expect(second?.textContent).toMatch(/^Which year\?.*Couldn’t be sent/);
  expect(others).toEqual([]);
  await person.click(within(second!).getByRole('button', { name: 'Try again' }));
  expect(sendWaiting).toHaveBeenCalledWith('demo', context.connection, 'two');
});

it('says what to do where the browser copies nothing', async () => {
  const { person } = await open(change('one', onItem('Nice')));
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('No.'));
  await person.click(screen.getByRole('button', { name: 'Copy text' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Select the text and copy it');
  copy.mockRestore();
});

it('announces once how much waits, however many lists the page has', async () => {
  await open(change('one', onItem('Nice')), change('three', onMap));
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced()).toEqual(['2 changes wait for a connection', '']);
  await act(async () => setChanges());
  await vi.waitFor(() => expect(announced()).toEqual(['No more changes wait', '']));
});

it('keeps the focus at its place when its rows are sent or discarded, also the last one', async () => {
  const { person } = await open(change('one', onItem('Nice')), change('two', onItem('Which year?')));
  const place = screen.getByRole('list', { name: 'Changes that wait' }).parentElement;
  for (const left of [1, 0]) {
    await person.click(screen.getAllByRole('button', { name: 'Discard' })[0]!);
    await person.click(screen.getAllByRole('button', { name: 'Discard' })[0]!);
    await vi.waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(left));
    await vi.waitFor(() => expect(document.activeElement).toBe(place));
  }
  expect(onSent).toHaveBeenCalledTimes(2);
  await person.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After the list' }));
});
