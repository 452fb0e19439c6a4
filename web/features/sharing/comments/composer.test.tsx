import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { drawPhotos } from '../../../../testing/web/draw-photos.ts';
import { addCommentPhoto } from '../../../api/map-comments.ts';
import { Composer } from './composer.tsx';
import { createDrafts, type Drafts } from '../../../waiting/comment-drafts.ts';

vi.mock('../../../api/map-comments.ts', () => ({ addCommentPhoto: vi.fn<typeof addCommentPhoto>() }));

const addPhoto = vi.mocked(addCommentPhoto);
const onSend = vi.fn<(text: string, id: string) => Promise<string>>();
const onSent = vi.fn<(id: string) => void>();

beforeEach(() => {
  vi.resetAllMocks();
  onSend.mockResolvedValue('c1');
  addPhoto.mockResolvedValue();
  drawPhotos();
});

const photo = (name: string) => new File(['photo'], name, { type: 'image/png' });

const textOf = (field: HTMLElement) => (field as HTMLTextAreaElement).value;

async function open(drafts: Drafts, more: Partial<Parameters<typeof Composer>[0]> = {}) {
  const view = show(
    <Composer
      label="Reply"
      send="Send"
      map={{ org: 'demo', wid: 'w' }}
      onSend={onSend}
      onSent={onSent}
      drafts={drafts}
      draftKey="thread"
      people={[]}
      {...more}
    />,
    { context: await fakeContext({ signedIn: true }) },
  );
  return {
    ...view,
    field: view.getByRole('textbox', { name: 'Reply' }),
    send: view.getByRole('button', { name: 'Send' }),
  };
}

describe('without a connection', () => {
  const lost = (cause?: unknown) => new MappingError('api:unreachable', 'x', { status: 0, cause });
  const waits = async (failure: MappingError) => {
    const drafts = createDrafts();
    const onWait = vi.fn<(text: string, id: string, photos: readonly Blob[]) => Promise<void>>();
    onSend.mockRejectedValue(failure);
    const rig = await open(drafts, { onWait });
    await rig.person.type(rig.field, 'Yes, still');
    await rig.person.click(rig.send);
    return { ...rig, onWait };
  };

  it('a comment waits with the id that was sent, and its field is empty', async () => {
    const { field, onWait } = await waits(lost(new TypeError('Failed to fetch')));
    await waitFor(() => expect(textOf(field)).toBe(''));
    expect(onWait).toHaveBeenCalledExactlyOnceWith('Yes, still', onSend.mock.lastCall?.[1], []);
    expect(onSent).not.toHaveBeenCalled();
  });

  it.each([new MappingError('comment:no-map', 'x', { status: 404 }), lost()])(
    'a comment that something has responded to stays in its field',
    async (failure) => {
      const { field, onWait, findByRole } = await waits(failure);
      await findByRole('alert');
      expect(onWait).not.toHaveBeenCalled();
      expect(textOf(field)).toBe('Yes, still');
    },
  );
});

describe('the field of a comment', () => {
  it('keeps what is written when it is closed and opened', async () => {
    const drafts = createDrafts();
    const first = await open(drafts);
    await first.person.type(first.field, 'Yes, still');
    first.unmount();
    const second = await open(drafts);
    expect(textOf(second.field)).toBe('Yes, still');
    await second.person.click(second.send);
    await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('c1'));
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Yes, still', expect.any(String));
    expect(textOf(second.field)).toBe('');
  });

  it('is empty after a comment that was stored while it was closed', async () => {
    const drafts = createDrafts();
    let store: ((id: string) => void) | undefined;
    onSend.mockReturnValue(new Promise((resolve) => (store = resolve)));
    const first = await open(drafts);
    await first.person.type(first.field, 'Yes');
    await first.person.click(first.send);
    first.unmount();
    const second = await open(drafts);
    store?.('c1');
    await waitFor(() => expect(textOf(second.field)).toBe(''));
    expect(onSent).toHaveBeenCalledExactlyOnceWith('c1');
  });

  it('takes no text while a comment is sent, and keeps the focus', async () => {
    const answer = Promise.withResolvers<string>();
    onSend.mockReturnValue(answer.promise);
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Yes');
    await view.person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect((view.field as HTMLTextAreaElement).readOnly).toBe(true));
    await view.person.type(view.field, ', still');
    expect(textOf(view.field)).toBe('Yes');
    expect(document.activeElement).toBe(view.field);
    await act(async () => answer.resolve('c1'));
    await waitFor(() => expect((view.field as HTMLTextAreaElement).readOnly).toBe(false));
    expect(textOf(view.field)).toBe('');
    expect(document.activeElement).toBe(view.field);
  });

  it('takes no text and is not given up when it is opened again while a comment is sent', async () => {
    const drafts = createDrafts();
    const answer = Promise.withResolvers<string>();
    onSend.mockReturnValue(answer.promise);
    const first = await open(drafts);
    await first.person.type(first.field, 'Yes');
    await first.person.click(first.send);
    first.unmount();
    const second = await open(drafts, { onCancel: () => {} });
    await second.person.type(second.field, ', still');
    expect(textOf(second.field)).toBe('Yes');
    expect(second.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(second.send).toHaveProperty('disabled', true);
    await act(async () => answer.resolve('c1'));
    expect(textOf(second.field)).toBe('');
    await second.person.type(second.field, 'And here');
    expect(textOf(second.field)).toBe('And here');
  });

  it('shows why a comment was not sent while it was closed, until it is given up', async () => {
    const drafts = createDrafts();
    const answer = Promise.withResolvers<string>();
    onSend.mockReturnValue(answer.promise);
    const first = await open(drafts);
    await first.person.type(first.field, 'Yes');
    await first.person.click(first.send);
    first.unmount();
    await act(async () => answer.reject(new MappingError('http:too-large', 'x')));
    const second = await open(drafts, { onCancel: () => {} });
    expect((await second.findByRole('alert')).textContent).toBe('This is larger than the server accepts.');
    await second.person.click(second.getByRole('button', { name: 'Cancel' }));
    expect(second.queryByRole('alert')).toBeNull();
  });

  it('attaches a photo that is still prepared to its own comment only', async () => {
    const drafts = createDrafts();
    const image = Promise.withResolvers<ImageBitmap>();
    const drawn = await createImageBitmap(photo('drawn.png'));
    const view = await open(drafts, { onCancel: () => {} });
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]') ?? view.container;
    vi.mocked(createImageBitmap).mockReturnValueOnce(image.promise);
    await view.person.upload(input, photo('a.png'));
    await view.person.click(view.getByRole('button', { name: 'Cancel' }));
    await view.person.type(view.field, 'Another one');
    await act(async () => image.resolve(drawn));
    await waitFor(() => expect(view.send).toHaveProperty('disabled', false));
    expect(drafts.get('thread')).toMatchObject({ text: 'Another one', photos: [] });
  });

  it('waits for a photo that is still prepared when it is opened again', async () => {
    const drafts = createDrafts();
    const image = Promise.withResolvers<ImageBitmap>();
    const drawn = await createImageBitmap(photo('drawn.png'));
    const first = await open(drafts);
    const input = first.container.querySelector<HTMLInputElement>('input[type=file]') ?? first.container;
    vi.mocked(createImageBitmap).mockReturnValueOnce(image.promise);
    await first.person.upload(input, photo('a.png'));
    await first.person.type(first.field, 'Look');
    first.unmount();
    const second = await open(drafts);
    await second.person.click(second.send);
    await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    await act(async () => image.resolve(drawn));
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(addPhoto).toHaveBeenCalledOnce();
  });

  it('is sent without https, too', async () => {
    const secure = crypto;
    const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => secure.getRandomValues(bytes);
    vi.stubGlobal('crypto', { getRandomValues });
    onTestFinished(() => void vi.stubGlobal('crypto', secure));
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Yes');
    await view.person.click(view.send);
    await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('c1'));
  });

  it('has the same id when it is sent again, unless it was changed', async () => {
    onSend.mockRejectedValue(new MappingError('http:unreachable', '', { status: 0 }));
    const view = await open(createDrafts());
    for (const text of ['Yes', '', ', still']) {
      if (text) await view.person.type(view.field, text);
      await view.person.click(view.send);
      await view.findByRole('alert');
    }
    const [first, again, other] = onSend.mock.calls.map(([, id]) => id);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is sent once by a double click', async () => {
    onSend.mockReturnValue(new Promise(() => {}));
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Yes');
    act(() => {
      view.send.click();
      view.send.click();
    });
    await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  });

  it('names a photo of 50 MB, which it does not read, and attaches the others', async () => {
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Look');
    const huge = new File([new Uint8Array(50_000_000)], 'huge.png', { type: 'image/png' });
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
    await view.person.upload(input ?? view.container, [huge, photo('a.png')]);
    expect((await view.findByRole('alert')).textContent).toMatch(/^huge.png: .*40 MB/);
    expect(createImageBitmap).toHaveBeenCalledOnce();
    await view.person.click(view.send);
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(addPhoto).toHaveBeenCalledOnce();
  });

  it('names the photos beyond the most a comment may have', async () => {
    const view = await open(createDrafts());
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.png`);
    await view.person.upload(input ?? view.container, names.map(photo));
    expect((await view.findByRole('alert')).textContent).toBe('e.png: You can add at most 4 photos.');
    expect(view.getAllByText(/^[a-d]\.png$/)).toHaveLength(4);
    expect(createImageBitmap).toHaveBeenCalledTimes(4);
  });

  it('sends a photo that is added while others are sent', async () => {
    let store = () => {};
    addPhoto.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        store = resolve;
      }),
    );
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Look');
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]') ?? view.container;
    await view.person.upload(input, photo('a.png'));
    await view.person.click(view.send);
    await waitFor(() => expect(addPhoto).toHaveBeenCalledOnce());
    await view.person.upload(input, photo('b.png'));
    await view.findByText('b.png');
    store();
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    const sent = await Promise.all(addPhoto.mock.calls.map(([, , blob]) => blob.text()));
    expect(sent).toEqual(['a.png', 'b.png']);
  });

  it('sends only the photos that are missing after one failed', async () => {
    addPhoto.mockResolvedValueOnce().mockRejectedValueOnce(new MappingError('http:too-large', 'x'));
    const view = await open(createDrafts());
    await view.person.type(view.field, 'Look');
    const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
    await view.person.upload(input ?? view.container, [photo('a.png'), photo('b.png')]);
    await view.person.click(view.send);
    expect((await view.findByRole('alert')).textContent).toBe('This is larger than the server accepts.');
    expect(onSent).not.toHaveBeenCalled();
    await view.person.click(view.send);
    await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('c1'));
    expect(onSend).toHaveBeenCalledOnce();
    const sent = await Promise.all(addPhoto.mock.calls.map(([, , blob]) => blob.text()));
    expect(sent).toEqual(['a.png', 'b.png', 'b.png']);
  });
});
