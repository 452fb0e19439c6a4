import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApplication } from '../../../testing/web/fake-application.ts';
import { show } from '../../../testing/web/render.tsx';
import { CityworksPage } from './cityworks-page.tsx';

const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const lamp = { kind: 'work-order', id: 'WO-1', title: 'Lamp', status: 'OPEN', lat: 51, lng: 71, link: '' };
const asked: { address: string; authorization: string | undefined }[] = [];
let application: ReturnType<typeof fakeApplication>;
beforeEach(() => {
  asked.length = 0;
  application = fakeApplication('work');
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) => {
    asked.push({ address, authorization: init.headers['authorization'] });
    return Response.json(address.includes('problems') ? { problems: [] } : { items: [lamp], missing: [] });
  });
});
afterEach(() => {
  application.end();
  vi.unstubAllGlobals();
});

async function open(session?: string) {
  const shown = show(<CityworksPage api="/api/demo/integrations/work" />);
  await vi.waitFor(() => expect(application.said('ready')).toHaveLength(1));
  if (session) await application.tell({ type: 'credentials', values: { session } });
  await application.init(place, { server: 'https://cw.example' });
  return shown;
}

describe('Cityworks’ page', () => {
  it('lists the work near each place it is led to, for the person who is signed in', async () => {
    const { screen } = await open('first');
    expect(await screen.findByText('Lamp')).toBeDefined();
    // Renewed while the page is open.
    await application.tell({ type: 'credentials', values: { session: 'second' } });
    await application.goTo(2, { ...place, lat: 51.1 });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual([
      { address: '/api/demo/integrations/work/work?lat=51&lng=71', authorization: 'Bearer first' },
      { address: '/api/demo/integrations/work/work?lat=51.1&lng=71', authorization: 'Bearer second' },
    ]);
  });

  it('asks for a sign-in, and goes on by itself when there is one', async () => {
    const { screen } = await open();
    expect(screen.getByText('Sign in to see the work near this place')).toBeDefined();
    expect(asked).toEqual([]);
    await application.tell({ type: 'credentials', values: { session: 'first' } });
    expect(await screen.findByText('Lamp')).toBeDefined();
  });

  it('marks the record that was clicked on the map, and takes a captured note into its form', async () => {
    const { screen } = await open('first');
    await screen.findByText('Lamp');
    await application.tell({ type: 'picked', key: 'work-order/WO-1' });
    expect(screen.getByRole('listitem', { current: true }).textContent).toContain('Lamp');
    await application.tell({ type: 'note', text: 'Place: 51, 71' });
    expect(await screen.findByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
  });
});
