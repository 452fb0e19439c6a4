import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import { ExportsSection } from './exports-section.tsx';

afterEach(() => vi.unstubAllGlobals());

const url = 'https://portal.example/server/rest/services/Trees/FeatureServer';

it.each([
  ['Query,Editing,Create', 'Query,Editing,Create,Extract', 'Only people who may change this layer'],
  ['Query,Extract', 'Query', 'Everyone who sees this layer'],
])('changes the downloads of %s, and nothing else', async (capabilities, changed, why) => {
  const log = fakeFetch({ '/updateDefinition': { success: true } });
  const service = { capabilities, layers: [], tables: [] };
  const { screen, person } = show(<ExportsSection item={webMap({})} url={url} service={service} />, {
    context: await fakeContext({ signedIn: true }),
  });
  expect(screen.getByText(new RegExp(why))).toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Others may download this data' }));
  await vi.waitFor(() =>
    expect(log.find(({ path }) => path.endsWith('/updateDefinition'))?.params['updateDefinition']).toBe(
      JSON.stringify({ capabilities: changed }),
    ),
  );
});
