import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApplication } from '../../../testing/web/fake-application.ts';
import { show } from '../../../testing/web/render.tsx';
import { CityworksPage } from './work-panel.tsx';

const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const lamp = { kind: 'work-order', id: 'WO-1', title: 'Lamp', status: 'OPEN', lat: 51, lng: 71, link: '' };
let application: ReturnType<typeof fakeApplication>;
beforeEach(() => {
  application = fakeApplication('work');
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => application.end());
const requested = () => application.sent('ask').map(({ path }) => path);
/** Waits until the page has sent that many requests, and responds. */
const answer = async (count: number) => {
  await vi.waitFor(() => expect(requested()).toHaveLength(count));
  await application.answerAsks((path) =>
    path.includes('problems') ? { problems: [] } : { items: [lamp], missing: [] },
  );
};

async function open(signedIn: boolean) {
  const shown = show(<CityworksPage />);
  await vi.waitFor(() => expect(application.sent('ready')).toHaveLength(1));
  await application.notify({ type: 'session', signedIn });
  await application.init(place, { server: 'https://cw.example' });
  return shown;
}

describe('the Cityworks page', () => {
  it('lists the work near each location for the signed-in user', async () => {
    const { screen } = await open(true);
    await answer(1);
    expect(await screen.findByText('Lamp')).toBeDefined();
    await application.goTo(2, { ...place, lat: 51.1 });
    await answer(2);
    expect(requested()).toEqual(['work?lat=51&lng=71', 'work?lat=51.1&lng=71']);
    // The host sends requests as the user: the page receives no token and needs none.
    expect(application.sent('ready')[0]).toMatchObject({ wants: [] });
  });

  it('prompts for a sign-in, and continues once there is one', async () => {
    const { screen } = await open(false);
    expect(screen.getByText('Sign in to see the work near this location')).toBeDefined();
    expect(requested()).toEqual([]);
    await application.notify({ type: 'session', signedIn: true });
    await answer(1);
    expect(await screen.findByText('Lamp')).toBeDefined();
  });

  it('highlights the record clicked on the map, and fills its form from a captured note', async () => {
    const { screen } = await open(true);
    await answer(1);
    await screen.findByText('Lamp');
    await application.notify({ type: 'picked', key: 'work-order/WO-1' });
    expect(screen.getByRole('listitem', { current: true }).textContent).toContain('Lamp');
    await application.notify({ type: 'note', text: 'Place: 51, 71' });
    await answer(2);
    expect(await screen.findByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
  });
});
