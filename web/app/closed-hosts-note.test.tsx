import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { show } from '../../testing/web/render.tsx';
import { dismissClosedHosts, watchClosedHosts } from '../context/page-hosts.ts';
import { ClosedHostsNote } from './page-notes.tsx';

/** The browser blocks a request. */
function violate(effectiveDirective: string, blockedURI: string) {
  const event = Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI });
  act(() => void document.dispatchEvent(event));
}

async function open() {
  const meta = document.createElement('meta');
  meta.name = 'hosts';
  meta.content = 'https://known.example';
  document.head.append(meta);
  const context = await fakeContext();
  return { ...show(<ClosedHostsNote />, { context }), context };
}

let stop: () => void;
beforeEach(() => {
  stop = watchClosedHosts();
});
afterEach(() => {
  act(dismissClosedHosts);
  stop();
  document.querySelector('meta[name="hosts"]')?.remove();
  vi.restoreAllMocks();
});

describe('a host blocked by the page’s policy', () => {
  it('is named and allowed once the user agrees', async () => {
    const { person, context } = await open();
    const keepWork = vi.spyOn(context.connection.session, 'keepWork');
    violate('img-src', 'https://pictures.example/1.jpg');
    violate('connect-src', 'https://gis.example:6443/a');
    expect(screen.getByRole('alert').textContent).toContain('pictures.example, gis.example:6443');
    const requests = fakeFetch({ '/page-hosts': {} });
    await person.click(screen.getByRole('button', { name: 'Allow and reload' }));
    await vi.waitFor(() => expect(keepWork).toHaveBeenCalledOnce());
    expect(requests.map(({ path }) => path)).toEqual(['/api/demo/page-hosts']);
  });

  it('stays blocked where the browser stores no cookies, and the notice says so', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const { person, context } = await open();
    const keepWork = vi.spyOn(context.connection.session, 'keepWork');
    violate('img-src', 'https://pictures.example/1.jpg');
    await person.click(screen.getByRole('button', { name: 'Allow and reload' }));
    expect(screen.getByRole('alert').textContent).toContain('Your browser stores no cookies');
    expect(keepWork).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('alert').textContent).toContain('pictures.example');
  });

  it('is listed once, and the list is limited', async () => {
    await open();
    for (const name of ['a', 'a', 'b', 'c', 'd', 'e']) violate('img-src', `https://${name}.example/1`);
    expect(screen.getByRole('alert').textContent).toContain('a.example, b.example, c.example, … isn’t shown');
  });

  it('is listed even when blocked before the notice was mounted', async () => {
    const meta = document.createElement('meta');
    meta.name = 'hosts';
    document.head.append(meta);
    violate('connect-src', 'https://early.example/a');
    meta.remove();
    await open();
    expect(screen.getByRole('alert').textContent).toContain('early.example');
  });

  it('is not listed when it could not be allowed', async () => {
    await open();
    violate('script-src-elem', 'https://evil.example/x.js');
    violate('connect-src', 'https://known.example/left-by-a-redirect');
    violate('img-src', 'data');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not listed again after the notice is closed', async () => {
    const { person } = await open();
    violate('img-src', 'https://pictures.example/1.jpg');
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    violate('img-src', 'https://pictures.example/2.jpg');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
