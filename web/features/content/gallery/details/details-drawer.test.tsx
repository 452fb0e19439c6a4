import { act } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import type { GalleryActions } from '../gallery-actions.ts';
import { DetailsDrawer } from './details-drawer.tsx';

afterEach(() => vi.unstubAllGlobals());

const actions: GalleryActions = {
  favourites: { possible: false, has: () => false, toggle: () => {} },
  copyLink: () => {},
  showDetails: () => {},
};
const drawer = (parts: { id?: string; onTag?: (tag: string) => void; onClose?: () => void } = {}) => (
  <DetailsDrawer
    id={parts.id ?? 'm1'}
    actions={actions}
    onTag={parts.onTag ?? (() => {})}
    onClose={parts.onClose ?? (() => {})}
    onMapIntent={() => {}}
  />
);
const full: Partial<PortalItem> = {
  title: 'Parks',
  snippet: 'Green places.',
  description: 'Every <b>park</b><script>alert(1)</script>',
  tags: ['green', 'city'],
  accessInformation: '© The city',
  licenseInfo: '<a href="https://example.org/terms">Terms</a>',
  numViews: 1500,
  avgRating: 4.5,
  numRatings: 2,
  numComments: 3,
  size: 12_345,
};

describe('the details drawer', () => {
  it('shows everything about a map, with its layers from the top', async () => {
    fakeFetch({
      '/content/items/m1': webMap(full),
      '/content/items/m1/data': {
        operationalLayers: [
          { title: 'Trees', url: 'https://x' },
          { title: 'All', layers: [{ title: 'Lawns' }, { title: '' }] },
        ],
      },
    });
    const { screen } = show(drawer(), { context: await fakeContext() });
    expect(await screen.findByRole('heading', { name: 'Parks' })).toBeDefined();
    expect(screen.getByText('park').tagName).toBe('B');
    expect(document.querySelector('script')).toBeNull();
    await screen.findByText('Trees');
    const layers = screen.getByRole('region', { name: 'Layers' }).querySelectorAll('li');
    expect([...layers].map((layer) => layer.textContent)).toEqual(['Untitled layer', 'Lawns', 'Trees']);
    const facts = [...document.querySelectorAll('dl > div')].map((fact) => fact.textContent);
    expect(facts).toContain('Views1,500');
    expect(facts).toContain('Rating4.5 of 5 (ratings: 2)');
    expect(facts).toContain('Comments3');
    expect(facts).toContain('Size12.3 kB');
    expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('rel')).toContain('noopener');
    expect(screen.getByRole('link', { name: 'Open map' }).getAttribute('href')).toBe('/demo/map/wid/m1');
  });

  it('leaves out comments and ratings where the organisation turned them off', async () => {
    fakeFetch({ '/content/items/m1': webMap(full), '/content/items/m1/data': {} });
    const portal = { id: 'p', name: 'P', commentsEnabled: false };
    const { screen } = show(drawer(), { context: await fakeContext({ portal }) });
    expect(await screen.findByText('1,500')).toBeDefined();
    expect(screen.queryByText('Comments')).toBeNull();
    expect(screen.queryByText('Rating')).toBeNull();
  });

  it('links to all maps with the same tag, and closes', async () => {
    fakeFetch({ '/content/items/m1': webMap(full), '/content/items/m1/data': {} });
    const onTag = vi.fn<(tag: string) => void>();
    const onClose = vi.fn<() => void>();
    const { screen, person } = show(drawer({ onTag, onClose }), { context: await fakeContext() });
    await person.click(await screen.findByRole('button', { name: 'green' }));
    expect(onTag).toHaveBeenCalledExactlyOnceWith('green');
    expect(await screen.findByText('Only the basemap')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Close details' }));
    await person.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('opens the address of a service, but not an unsafe one', async () => {
    const service = webMap({ type: 'Feature Service', url: 'https://gis.example/FeatureServer' });
    fakeFetch({ '/content/items/m1': [service, { ...service, url: 'javascript:alert(1)' }] });
    const first = show(drawer(), { context: await fakeContext() });
    const link = await first.screen.findByRole('link', { name: 'Open in a new tab' });
    expect(link.getAttribute('href')).toBe('https://gis.example/FeatureServer');
    first.unmount();
    const second = show(drawer(), { context: await fakeContext() });
    await second.screen.findByRole('heading', { name: 'Parks' });
    expect(second.screen.queryByRole('link', { name: 'Open in a new tab' })).toBeNull();
  });

  it.each([
    [false, 'Sign in'],
    [true, 'Try again'],
  ])('of an item that may not be seen (signed in: %s) offer “%s”', async (signedIn, name) => {
    fakeFetch({ '/content/items/m1': { error: { code: 403, messageCode: 'GWM_0003', message: 'No.' } } });
    const context = await fakeContext({ signedIn });
    const { screen, person } = show(drawer(), { context });
    await person.click(await screen.findByRole('button', { name }));
    expect(context.signIn).toHaveBeenCalledTimes(signedIn ? 0 : 1);
  });

  it('keeps nothing that was typed for one item when it shows another', async () => {
    const app = webMap({ type: 'Web Mapping Application', itemControl: 'admin' });
    fakeFetch({ '/content/items/m1': app, '/content/items/m2': { ...app, id: 'm2', title: 'Other' } });
    function Drawer() {
      const [id, setId] = useState('m1');
      return (
        <>
          {drawer({ id })}
          <button onClick={() => setId(id === 'm1' ? 'm2' : 'm1')}>Other item</button>
        </>
      );
    }
    const portal = { id: 'p', name: 'P', appRegistration: true };
    const context = await fakeContext({ signedIn: true, portal });
    const { screen, person } = show(<Drawer />, { context, at: '/demo?tab=signIn' });
    const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /address/i });
    // The drawer hides the rest of the page.
    const change = () => act(() => screen.getByText('Other item').click());
    await field();
    change();
    await screen.findByRole('tablist', { name: 'Other' });
    await person.type(await field(), 'https://other.example');
    change();
    await screen.findByRole('tablist', { name: app.title });
    expect((await field()).value).toBe('');
  });

  it('shows why details are missing, and retries', async () => {
    fakeFetch({
      '/content/items/m1': [
        { error: { code: 400, messageCode: 'CONT_0001', message: 'Gone.' } },
        webMap(full),
      ],
      '/content/items/m1/data': [{ error: { code: 500, message: 'Broken.' } }, { operationalLayers: [] }],
    });
    const { screen, person } = show(drawer(), { context: await fakeContext() });
    expect((await screen.findByRole('alert')).textContent).toContain('doesn’t exist');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Only the basemap')).toBeDefined();
  });
});
