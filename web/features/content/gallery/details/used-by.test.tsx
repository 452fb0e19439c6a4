import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { UsedBy } from './used-by.tsx';

afterEach(() => vi.unstubAllGlobals());

async function open(answer: object, shared: object[] = []) {
  fakeFetch({
    '/dependencies/listDependentsTo': answer,
    // Without an item the server lists all shared maps of the user.
    '/shared-maps': ({ params }) => ({
      results: params['uses'] ? shared : [{ sid: 'x', title: 'Unrelated' }],
    }),
  });
  return show(<UsedBy item={webMap({ type: 'Feature Service', title: 'Trees' })} />, {
    context: await fakeContext({ signedIn: true }),
  });
}

describe('what uses a layer', () => {
  it('links the items that the user sees, and counts the others', async () => {
    const list = [{ dependencyType: 'id', id: 'm2', itemInfo: webMap({ id: 'm2', title: 'Green city' }) }];
    const { screen } = await open({ list, others: 2 });
    expect((await screen.findByRole('link', { name: 'Green city' })).getAttribute('href')).toContain('m2');
    expect(screen.getByText('2 other items that you can’t see')).toBeTruthy();
  });

  it('links the maps that the user shared by link', async () => {
    const { screen } = await open({ list: [] }, [{ sid: 'abcdEFGH23456789', title: 'Walk' }]);
    const link = await screen.findByRole('link', { name: 'Walk' });
    expect(link.getAttribute('href')).toContain('/map/sid/abcdEFGH23456789');
  });

  it('reports that there is none, or that the portal does not list them', async () => {
    const none = await open({ list: [] });
    expect(await none.screen.findByText('No map or application uses this layer.')).toBeTruthy();
    none.unmount();
    const unknown = await open({ error: { code: 400, message: 'Unable to find the operation.' } });
    expect(await unknown.screen.findByText('The portal doesn’t list what uses this layer.')).toBeTruthy();
  });
});
