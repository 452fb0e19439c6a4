import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import { FormButton } from './form-button.tsx';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://gis.example/server/rest/services/Reports/FeatureServer';

async function open(capabilities: string) {
  const log = fakeFetch({ '/Reports/FeatureServer': { capabilities, layers: [], tables: [] } });
  const item = webMap({ id: 'f1', type: 'Feature Service', title: 'Reports', url });
  const shown = show(<FormButton item={item} url={url} />, {
    context: await fakeContext({ signedIn: true }),
  });
  return { ...shown, log };
}

it('leads to the form of a layer that accepts new features', async () => {
  const { screen } = await open('Query,Create');
  const link = await screen.findByRole('link', { name: 'Open form' });
  expect(link.getAttribute('href')).toMatch(/^\/[\w-]+\/form\/f1$/);
});

it('is absent where a service accepts none', async () => {
  const { screen, log } = await open('Query,Update');
  await vi.waitFor(() => expect(log.length).toBeGreaterThan(0));
  expect(screen.queryByRole('link')).toBeNull();
});
