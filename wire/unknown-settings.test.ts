import { expect, it } from 'vitest';
import { mostFaults } from './errors.ts';
import { unknownSettings } from './unknown-settings.ts';

it.each([
  [{}, []],
  [{ portal: { url: '/portal', adminGroupId: 'g' }, gallery: { groups: ['a'] } }, []],
  [{ portal: { adminGroupID: 'g' }, titel: 'Town' }, ['portal.adminGroupID', 'titel']],
  [{ feedback: { url: 'https://example.org', from: 'x' } }, ['feedback.from']],
  [{ map: { basemap: { light: '', dusk: '' } } }, ['map.basemap.dusk']],
  [{ welcome: { en: 'Hi', de: 'Hallo' } }, []],
  [
    {
      integrations: [
        { id: 'a', config: { anything: 1 } },
        { id: 'b', state: 'active' },
      ],
    },
    ['integrations.1.state'],
  ],
  [{ __proto__: null, constructor: 1 }, ['constructor']],
  ['text', []],
])('finds in %j %j', (config, paths) => {
  expect(unknownSettings(config).map(({ path }) => path)).toEqual(paths);
});

it('names the first of many, so that an error stays short', () => {
  const map = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, 0]));
  expect(unknownSettings({ map })).toHaveLength(mostFaults);
});
