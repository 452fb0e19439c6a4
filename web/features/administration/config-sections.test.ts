import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AppConfigInput, appConfigSchema } from '../../../wire/app-config.ts';
import { english } from '../languages/messages/en/index.ts';
import { configSections } from './config-sections.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: english } },
    keySeparator: false,
    nsSeparator: false,
  });
});

function valueOf(config: AppConfigInput, section: string, name: string): string | undefined {
  const sections = configSections(appConfigSchema.parse(config), i18next.t);
  return sections.find(({ title }) => title === section)?.fields.find((field) => field.name === name)?.value;
}

describe('configSections', () => {
  it.each<[AppConfigInput, string, string, string]>([
    [{}, 'General', 'Title', ''],
    [{ title: 'City' }, 'General', 'Title', 'City'],
    [{ welcome: 'Hello' }, 'General', 'Welcome text', 'Hello'],
    [{ welcome: { en: 'Hello', xx: 'Hm' } }, 'General', 'Welcome text', 'English: Hello\nxx: Hm'],
    [{ feedback: { url: 'https://f.example/' } }, 'General', 'Feedback form', 'https://f.example/'],
    [{}, 'General', 'Sharing without signing in', 'No'],
    [{}, 'Portal', 'Address', 'https://www.arcgis.com'],
    [{ portal: { signIn: 'popup' } }, 'Portal', 'Sign-in', 'popup'],
    [{ portal: { customLogo: '/logo.svg' } }, 'Portal', 'Logo', '/logo.svg'],
    [{}, 'Map', 'Extent', ''],
    [{ map: { extent: [71.3, 51, 71.6, 51.2] } }, 'Map', 'Extent', '71.3, 51, 71.6, 51.2'],
    [{ map: { basemap: { light: '/l', dark: '/d' } } }, 'Map', 'Dark basemap', '/d'],
    [{ map: { templateWebMapId: 'abc' } }, 'Map', 'Web map for new maps', 'abc'],
    [{ gallery: { groups: ['a', 'b'], query: 'tags:x' } }, 'Gallery', 'Groups', 'a, b'],
    [{ gallery: { groups: [], query: 'tags:x' } }, 'Gallery', 'Query', 'tags:x'],
    [{ theme: { primary: '#0B6AA8' } }, 'Look and language', 'Primary colour', '#0B6AA8'],
    [{ languages: ['kk', 'ru'] }, 'Look and language', 'Languages', 'kk, ru'],
    [
      { integrations: [{ id: 'p', type: 'panorama', title: 'Panoramas' }] },
      'Integrations',
      'Panoramas',
      'panorama (p)',
    ],
    [
      { integrations: [{ id: 'p', type: 'panorama', title: 'Panoramas', enabled: false }] },
      'Integrations',
      'Panoramas',
      'panorama (p) – No',
    ],
  ])('of %j shows in %s the %s', (config, section, name, value) => {
    expect(valueOf(config, section, name)).toBe(value);
  });

  it('shows every part of the configuration', () => {
    const titles = configSections(appConfigSchema.parse({}), i18next.t).map(({ title }) => title);
    expect(titles).toEqual(['General', 'Portal', 'Map', 'Gallery', 'Look and language', 'Integrations']);
  });
});
