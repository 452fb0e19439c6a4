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
  [
    'integrations.work.display',
    'frame',
    'window',
    'Integrations › work › OpensBeside the map → In its own window',
  ],
  ['integrations.work.config.radius', 50, 100, 'Integrations › work › Search radius (m)50 → 100'],
  [
    'integrations.work',
    undefined,
    { id: 'work', enabled: true, display: 'frame', config: { radius: 50, place: 'panel' } },
    'Integrations › workNot set → Id: work\nEnabled: Yes\nOpens: Beside the map\n' +
      'Settings of this type (JSON): Search radius (m): 50\nShown as: Panel beside the map',
  ],
  [
    'welcome',
    undefined,
    { en: 'Hello', de: 'Hallo' },
    'Welcome textNot set → English (UK): Hello\nDeutsch: Hallo',
  ],
])('%s is described in plain language', (path, before, after, words) => {
  expect(shown(path, before, after)?.textContent).toBe(words);
});

it('a colour and a logo are shown beside their descriptions', () => {
  expect(shown('theme.primary', '#78A942', '#0B6BA8')?.querySelectorAll('[aria-hidden]')).toHaveLength(3);
  const logo = shown('portal.customLogo', '', '/api/town/pictures/1');
  expect(logo?.querySelector('img')?.getAttribute('src')).toBe('/api/town/pictures/1');
  expect(shown('welcome.de', '', '/api/town/pictures/1')?.querySelector('img')).toBeNull();
});
