import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../../../../testing/web/fake-connection.ts';
import { fakeContext, fakePages } from '../../../../../testing/web/fake-context.ts';
import { plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import type { Integration } from '../../../../context/integrations.ts';
import { projectPoint } from '../../../../map/projection/project-point.ts';
import { IntegrationFrame } from '../drawer/integration-frame.tsx';
import { addressOf } from './address.ts';
import { createHub } from './create-hub.ts';
import { HubContext, type IntegrationsHub } from './hub.ts';
import { mapChosen } from './shared-location.ts';

vi.mock('../../../../map/projection/project-point.ts', () => ({
  projectPoint: vi.fn<typeof projectPoint>(),
}));
afterEach(() => {
  vi.mocked(projectPoint).mockReset();
  vi.restoreAllMocks();
});

const place = { lat: 51.5, lng: 71.25, x: 1, y: 2, wkid: 3857 };
const photos: Integration = { ...plainPage('photos', 'Photos'), type: 'panorama', url: undefined };
const foreign = plainPage('compass', 'Compass');

/** An integration in its frame, its page, and the messages it receives. */
async function open(integration: Integration, { signedIn = false } = {}) {
  const { connection, otherTabWrote } = await fakeConnection(signedIn ? { saved: savedSignIn() } : {});
  const hub: IntegrationsHub = createHub();
  hub.sharing.set(mapChosen(hub.sharing.get(), { lat: place.lat, lng: place.lng }));
  const address = addressOf(integration, 'demo', { application: location.origin, pages: fakePages });
  const { screen } = show(
    <HubContext value={hub}>
      <IntegrationFrame integration={integration} address={address} shown />
    </HubContext>,
    { context: await fakeContext({ currentMapLocation: place, connection }) },
  );
  const frame = await screen.findByTitle<HTMLIFrameElement>(integration.title);
  const page = frame.contentWindow as Window;
  const byWindow = vi.spyOn(page, 'postMessage').mockImplementation(() => {});
  // The port that a page with an opaque origin sends with its first message.
  const given = { postMessage: vi.fn<(message: unknown) => void>(), close() {} } as unknown as MessagePort;
  const byPort = vi.mocked(given.postMessage);
  const send = (type: string, more: object = {}) =>
    act(async () => {
      const data = { intg: 1, id: integration.id, type, ...more };
      const source = page as MessageEventSource;
      if (address.origin !== 'null' || type === 'ready')
        window.dispatchEvent(
          Object.defineProperty(
            new MessageEvent('message', { data, origin: address.origin, source }),
            'ports',
            { value: [given] },
          ),
        );
      else given.onmessage?.(new MessageEvent('message', { data }));
    });
  const sent = address.origin === 'null' ? byPort : byWindow;
  return {
    hub,
    screen,
    send,
    ready: (wants: string[] = [], more: object = {}) => send('ready', { version: 1, wants, ...more }),
    /** The types of the messages received by the page, or its messages of one type. */
    sent: () => sent.mock.calls.map(([word]) => word as Record<string, unknown> & { type: string }),
    renewToken: (token: string) => act(() => otherTabWrote(sessionKey, savedSignIn({ token }))),
  };
}
type Opened = Awaited<ReturnType<typeof open>>;
const types = ({ sent }: Opened) => sent().map(({ type }) => type);
const expectBegun = (opened: Opened) => waitFor(() => expect(types(opened)).toContain('visibility'));

describe('a page receives', () => {
  it('first the location, its configuration and the appearance, then its visibility', async () => {
    const opened = await open({ ...foreign, config: { a: 1 } });
    await opened.ready();
    await expectBegun(opened);
    expect(types(opened)).toEqual(['init', 'visibility']);
    expect(opened.sent()[0]).toMatchObject({
      location: place,
      config: { a: 1 },
      locale: 'en',
      direction: 'ltr',
      theme: 'light',
    });
  });

  it('as a built-in page, whether a user is signed in, but never the token', async () => {
    const opened = await open(photos, { signedIn: true });
    await opened.ready(['session']);
    await expectBegun(opened);
    expect(opened.sent()).toContainEqual(expect.objectContaining({ type: 'session', signedIn: true }));
    opened.renewToken('token-2');
    expect(JSON.stringify(opened.sent())).not.toContain('token-');
  });

  it('as a foreign page, neither', async () => {
    const opened = await open(foreign, { signedIn: true });
    await opened.ready(['session', 'credentials']);
    await expectBegun(opened);
    await opened.send('ask', { seq: 1, path: '/api/demo/config' });
    expect(types(opened)).toEqual(['init', 'visibility']);
  });

  it('as a built-in page, the server’s response to its requests', async () => {
    const work: Integration = {
      ...photos,
      id: 'work',
      type: 'cityworks',
      config: { server: 'https://cw.example' },
    };
    const fetching = vi.fn<typeof fetch>(async () => Response.json({ items: [] }));
    vi.stubGlobal('fetch', fetching);
    const opened = await open(work, { signedIn: true });
    await opened.ready();
    await expectBegun(opened);
    await opened.send('ask', { seq: 7, path: 'work?lat=1&lng=2' });
    await waitFor(() => expect(types(opened)).toContain('answer'));
    expect(opened.sent().at(-1)).toMatchObject({ inReplyTo: 7, status: 200, text: '{"items":[]}' });
    vi.unstubAllGlobals();
  });

  it('as a built-in page, no location without its credentials: that they cannot be loaded is reported', async () => {
    const street: Integration = { ...photos, id: 'street', type: 'cyclomedia' };
    vi.stubGlobal('fetch', async () => Response.json({ id: 'integration:no-key' }, { status: 503 }));
    const opened = await open(street, { signedIn: true });
    await opened.ready(['credentials']);
    expect(await opened.screen.findByText('Unreachable')).toBeDefined();
    expect(types(opened)).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('the location in the spatial reference it requested', async () => {
    vi.mocked(projectPoint).mockResolvedValue({ x: 155_000, y: 463_000, wkid: 28_992 });
    const opened = await open(foreign);
    await opened.ready([], { wkid: 28_992 });
    await expectBegun(opened);
    expect(opened.sent()[0]?.['location']).toMatchObject({ x: 155_000, y: 463_000, wkid: 28_992 });
    expect(projectPoint).toHaveBeenCalledWith({ x: 71.25, y: 51.5, wkid: 4326 }, 28_992);
  });
});

describe('a location', () => {
  it('is sent to the page when another set it, and not back to its source', async () => {
    const opened = await open(foreign);
    vi.mocked(projectPoint).mockResolvedValue({ x: 0, y: 0, wkid: 3857 });
    await opened.ready();
    await expectBegun(opened);
    await opened.send('location', { lat: 51.6, lng: 71.25, heading: 90 });
    expect(opened.hub.sharing.get()).toMatchObject({
      leader: 'compass',
      shared: { lat: 51.6, from: 'compass' },
    });
    expect(types(opened)).not.toContain('location');
    await act(async () =>
      opened.hub.sharing.set(mapChosen(opened.hub.sharing.get(), { lat: 51.7, lng: 71 })),
    );
    await waitFor(() => expect(opened.sent().at(-1)).toMatchObject({ type: 'location', seq: 3 }));
  });

  it('chosen while the first is being converted arrives after it', async () => {
    const opened = await open(foreign);
    const first = Promise.withResolvers<Awaited<ReturnType<typeof projectPoint>>>();
    vi.mocked(projectPoint)
      .mockReturnValueOnce(first.promise)
      .mockResolvedValue({ x: 2, y: 2, wkid: 28_992 });
    await opened.ready([], { wkid: 28_992 });
    await act(async () =>
      opened.hub.sharing.set(mapChosen(opened.hub.sharing.get(), { lat: 51.7, lng: 71 })),
    );
    await act(async () => first.resolve({ x: 1, y: 1, wkid: 28_992 }));
    await waitFor(() => expect(types(opened)).toEqual(['init', 'visibility', 'location']));
    expect(opened.sent().at(-1)).toMatchObject({ seq: 2, location: { lat: 51.7, x: 2 } });
  });

  it('may arrive in another spatial reference', async () => {
    const opened = await open(foreign);
    await opened.ready();
    await expectBegun(opened);
    vi.mocked(projectPoint).mockResolvedValue({ x: 71.3, y: 51.4, wkid: 4326 });
    await opened.send('location', { x: 7_937_000, y: 6_700_000, wkid: 3857, heading: 10 });
    await waitFor(() => expect(opened.hub.sharing.get().shared).toMatchObject({ lat: 51.4, lng: 71.3 }));
  });

  it.each([
    ['to a page', { wkid: 999_999 }],
    ['from a page', {}],
  ])('that cannot be converted %s is reported, with a fix', async (_way, requested) => {
    const opened = await open(foreign);
    vi.mocked(projectPoint).mockRejectedValue(new Error('unknown'));
    await opened.ready([], requested);
    await opened.send('location', { x: 1, y: 2, wkid: 999_999 });
    expect(await opened.screen.findByText('This location can’t be converted')).toBeDefined();
    expect(opened.screen.getByText(/inside the area this integration covers/)).toBeDefined();
  });
});

describe('a request for a window', () => {
  it('by a foreign page is confirmed by the user, and never again after a refusal', async () => {
    const opened = await open(foreign);
    await opened.ready();
    await expectBegun(opened);
    await opened.send('open', { url: 'https://elsewhere.example/' });
    act(() => opened.screen.getByRole('button', { name: 'Don’t open' }).click());
    await opened.send('open', { url: 'https://elsewhere.example/' });
    expect(opened.screen.queryByText(/wants to open/)).toBeNull();
  });

  it('by a built-in page is granted without an opener', async () => {
    const opening = vi.spyOn(window, 'open').mockReturnValue(null);
    const opened = await open(photos);
    await opened.ready();
    await expectBegun(opened);
    await opened.send('open', { url: 'https://elsewhere.example/' });
    expect(opening).toHaveBeenCalledExactlyOnceWith(
      'https://elsewhere.example/',
      '_blank',
      'noopener,noreferrer',
    );
  });
});
