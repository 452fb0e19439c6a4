import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { itemTypeName } from './item-type-name.ts';
import german from './messages/de.json';

beforeAll(async () => {
  await i18next.init({
    lng: 'de',
    resources: { de: { translation: german } },
    keySeparator: false,
    nsSeparator: false,
  });
});

it.each([
  ['Web Map', 'Webkarte'],
  ['Vector Tile Service', 'Vektorkachel-Layer'],
  ['StoryMap', 'Kartengeschichte'],
  ['CSV', 'CSV'],
  ['Rule Package', 'Rule Package'],
  ['constructor', 'constructor'],
  ['', ''],
])('%s is called %s', (type, name) => {
  expect(itemTypeName(i18next.t, type)).toBe(name);
});
