import { act, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { type FakeWindow, fakeWindow } from '../../../../../testing/web/fake-window.ts';
import { OpenIntegrationsRig, plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import type { Integration } from '../../../../context/integrations.ts';
import { type IntegrationsHub, type MapForNotes, useHub, WithHub } from '../host/hub.ts';

const work: Integration = {
  ...plainPage('work', 'Work'),
  type: 'cityworks',
  url: undefined,
  config: { server: 'https://cw.example' },
};
const picture = 'data:image/png;base64,AA';
const map: MapForNotes = {
  picture: async () => picture,
  features: async () => [{ layerId: 'b', layerTitle: 'Buildings', objectId: 12 }],
  title: () => 'City',
  layers: () => [{ id: 'b', title: 'Buildings' }],
};
const endless = () => new Promise<never>(() => {});
let other: FakeWindow | undefined;

/** Alpha is open in the drawer, and Cityworks as the test specifies. */
async function open(
  state: Integration['state'] = 'inactive',
  known: Partial<MapForNotes> = {},
  more: readonly Integration[] = [],
) {
  const hub: { current?: IntegrationsHub } = {};
  function Probe() {
    const found = useHub();
    hub.current = found;
    if (!found.map.get()) found.map.set({ ...map, ...known });
    return null;
  }
  const context = await fakeContext({
    signedIn: true,
    config: { feedback: { url: 'https://f.example/?n={note}&m={map}' } },
  });
  const begin = [plainPage('a', 'Alpha'), ...more, { ...work, state }];
  const shown = show(
    <OpenIntegrationsRig context={context} begin={begin}>
      <WithHub>
        <Probe />
      </WithHub>
    </OpenIntegrationsRig>,
    { at: '/demo/map' },
  );
  const capture = async () => {
    await shown.person.click(await shown.screen.findByRole('tab', { name: 'Alpha' }));
    const panel = shown.screen.getByRole('tabpanel', { name: 'Alpha' });
    await shown.person.click(within(panel).getByRole('button', { name: 'Capture here' }));
  };
  return { ...shown, capture, hub: () => hub.current as IntegrationsHub };
}

/** Acts as the page in a frame, over the port that it sends with its first message. */
function pageIn(frame: HTMLIFrameElement, holder: Window = window) {
  const page = frame.contentWindow as Window;
  const port = { postMessage: vi.fn<(message: unknown) => void>(), close() {} };
  const given = port as unknown as MessagePort;
  return {
    send: (type: string, more: object = {}) =>
      act(() => {
        const data = { intg: 1, id: frame.name, type, ...more };
        if (type !== 'ready') return given.onmessage?.(new MessageEvent('message', { data }));
        const first = new MessageEvent('message', {
          data,
          origin: 'null',
          source: page as MessageEventSource,
        });
        holder.dispatchEvent(Object.defineProperty(first, 'ports', { value: [given] }));
      }),
    notes: () =>
      port.postMessage.mock.calls
        .map(([word]) => word as { type: string; text: string })
        .filter(({ type }) => type === 'note'),
  };
}

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(window, 'focus').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  other?.remove();
  other = undefined;
});

describe('a capture', () => {
  it('contains the location, the map, its layers and features and an image, and fills the feedback form', async () => {
    const { screen, person, capture } = await open();
    await capture();
    const dialog = within(await screen.findByRole('dialog', { name: 'Capture here' }));
    const note: HTMLTextAreaElement = await dialog.findByRole('textbox', { name: 'Note' });
    expect(note.value.split('\n').slice(0, 4)).toEqual([
      'Place: 51.128000, 71.430000 (Alpha)',
      'Map: City',
      'Layers: Buildings',
      'At this location: Buildings #12',
    ]);
    expect(dialog.getByRole('img', { name: 'Picture of the map' }).getAttribute('src')).toBe(picture);
    await person.type(note, ' Mind the step.');
    const address = new URL(dialog.getByRole('link').getAttribute('href') ?? '');
    expect(address.searchParams.get('n')).toMatch(/^Place: 51\.128000[^]*Mind the step\.$/);
    expect(address.searchParams.get('m')).toBe('City');
  });

  it('saves its images', async () => {
    const { screen, person, capture } = await open();
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await capture();
    await person.click(await screen.findByRole('button', { name: 'Save pictures' }));
    expect(saved).toEqual(['map.png']);
  });

  it('shows progress, and omits what times out: a map behind another window does not render', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { screen, capture } = await open('inactive', { picture: endless, features: endless });
    await capture();
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.querySelector('[aria-busy="true"]')).not.toBeNull());
    await act(() => vi.advanceTimersByTimeAsync(6000));
    const note: HTMLTextAreaElement = await screen.findByRole('textbox', { name: 'Note' });
    expect(note.value).toContain('Map: City');
    expect(screen.queryByRole('img', { name: 'Picture of the map' })).toBeNull();
  });

  it('reports when nothing could be captured, and retries', async () => {
    let broken = true;
    const layers = () => {
      if (broken) throw new Error('The map is gone.');
      return [];
    };
    const { screen, person, capture } = await open('inactive', { layers });
    await capture();
    expect((await screen.findByRole('alert')).textContent).toContain('The capture failed');
    broken = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeDefined();
  });
});

describe('a capture for a work request', () => {
  it('opens Cityworks, which holds the note until it is used; pages cannot read it from storage', async () => {
    const { screen, person, capture, hub } = await open();
    await capture();
    await person.click(await screen.findByRole('button', { name: 'New work request' }));
    expect(screen.getByText('a active, work active')).toBeDefined();
    const page = pageIn(await screen.findByTitle('Work'));
    page.send('ready', { version: 1 });
    await waitFor(() => expect(page.notes()).toHaveLength(1));
    expect(page.notes()[0]?.text).toContain('51.128000');
    expect(Object.keys(sessionStorage)).toEqual(['mapping.integrations.demo']);
    // A page that reloads before the note was used receives it again, and afterwards no more.
    page.send('ready', { version: 1 });
    await waitFor(() => expect(page.notes()).toHaveLength(2));
    page.send('noted');
    expect(hub().note.get()).toBeUndefined();
    page.send('ready', { version: 1 });
    await capture();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toBeDefined());
    expect(page.notes()).toHaveLength(2);
  });

  describe('with two Cityworks integrations', () => {
    const other: Integration = { ...work, id: 'other', title: 'Other', state: 'inactive' };

    it('uses the open one', async () => {
      const { screen, person, capture, hub } = await open('active', {}, [other]);
      await capture();
      await person.click(await screen.findByRole('button', { name: 'New work request' }));
      expect(hub().note.get()).toMatchObject({ integration: 'work' });
    });

    it('uses the one the user selects', async () => {
      const { screen, person, capture, hub } = await open('inactive', {}, [other]);
      await capture();
      await screen.findByRole('button', { name: 'New work request (Work)' });
      await person.click(screen.getByRole('button', { name: 'New work request (Other)' }));
      expect(hub().note.get()).toMatchObject({ integration: 'other' });
    });
  });

  it('reaches Cityworks in its own window, which moves to the front', async () => {
    other = fakeWindow();
    const focused = vi.spyOn(other.window, 'focus');
    vi.spyOn(window, 'open').mockReturnValue(other.window);
    const { screen, person, capture } = await open('active');
    await person.click(await screen.findByRole('tab', { name: 'Work' }));
    await person.click(screen.getByRole('button', { name: 'Open Work in its own window' }));
    const frame = await within(other.page.body).findByTitle('Work');
    const page = pageIn(frame as HTMLIFrameElement, other.window);
    page.send('ready', { version: 1 });
    await capture();
    await person.click(await screen.findByRole('button', { name: 'New work request' }));
    await waitFor(() => expect(page.notes()).toHaveLength(1));
    expect(focused).toHaveBeenCalled();
    expect(screen.getByText('a active, work in-portal')).toBeDefined();
  });

  it('is discarded when Cityworks is closed', async () => {
    const { screen, person, capture, hub } = await open();
    await capture();
    await person.click(await screen.findByRole('button', { name: 'New work request' }));
    expect(hub().note.get()).toMatchObject({ integration: 'work' });
    await person.click(await screen.findByRole('button', { name: 'Close Work' }));
    await waitFor(() => expect(hub().note.get()).toBeUndefined());
  });
});
