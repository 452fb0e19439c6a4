import { expect, it } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { ChangeList } from './change-list.tsx';

const shown = (path: string, before: unknown, after: unknown) => {
  const { container } = show(<ChangeList changes={[{ path, before, after }]} />);
  return container.querySelector('li');
};

it.each([
  ['title', 'Old', 'New', 'TitleOld → New'],
  ['title', '', 'New', 'TitleNot set → New'],
  ['sharing.anonymous', false, true, 'Sharing without signing inNo → Yes'],
  ['portal.signIn', 'redirect', 'popup', 'Sign-inRedirect to the portal → Pop-up window'],
  ['welcome.de', undefined, 'Hallo', 'Welcome text › DeutschNot set → Hallo'],
  ['languages', [], ['de', 'kk'], 'LanguagesNot set → de, kk'],
  ['map.extent', [1, 2, 3, 4], undefined, 'Extent1, 2, 3, 4 → Not set'],
  ['integrations.work.enabled', true, false, 'Integrations › work › EnabledYes → No'],
])('%s is described in plain language', (path, before, after, words) => {
  expect(shown(path, before, after)?.textContent).toBe(words);
});

it('a colour and a logo are shown beside their descriptions', () => {
  expect(shown('theme.primary', '#78A942', '#0B6BA8')?.querySelectorAll('[aria-hidden]')).toHaveLength(3);
  const logo = shown('portal.customLogo', '', '/api/town/pictures/1');
  expect(logo?.querySelector('img')?.getAttribute('src')).toBe('/api/town/pictures/1');
  expect(shown('welcome.de', '', '/api/town/pictures/1')?.querySelector('img')).toBeNull();
});
