import { describe, expect, test } from 'vitest';
import { type AppConfigInput, appConfigSchema } from './app-config.ts';
import { faultsOf } from './errors.ts';

describe('appConfigSchema', () => {
  test('an empty config uses the public online portal and the green theme', () => {
    const config = appConfigSchema.parse({});
    expect(config.portal.url).toBe('https://www.arcgis.com');
    expect(config.theme.primary).toBe('#78A942');
    expect(config.integrations).toEqual([]);
  });

  test('reports every fault at once, each with its path', () => {
    const result = appConfigSchema.safeParse({
      portal: { url: 'javascript:alert(1)' },
      theme: { primary: 'green' },
      integrations: [{ id: 'Bad Id', type: 'url', title: '', url: 'https://example.org' }],
    });
    const paths = result.success ? [] : faultsOf(result.error).map((fault) => fault.path);
    expect(paths).toEqual(['portal.url', 'integrations.0.id', 'integrations.0.title', 'theme.primary']);
  });

  test.each([
    ['/portal', true],
    ['https://gis.example.org/portal', true],
    ['//elsewhere.example', false],
    ['ftp://example.org', false],
    ['data:text/html,x', false],
  ])('portal address %s is accepted: %s', (url, accepted) => {
    expect(appConfigSchema.safeParse({ portal: { url } }).success).toBe(accepted);
  });

  test.each([
    [[71, 51, 72, 52], true],
    [[72, 51, 71, 52], false],
    [[71, 52, 72, 51], false],
    [[-190, 51, 72, 52], false],
    [[71, 51, 72], false],
  ])('extent %j is accepted: %s', (extent, accepted) => {
    expect(appConfigSchema.safeParse({ map: { extent } }).success).toBe(accepted);
  });

  test('two integrations cannot have one id', () => {
    const integration = { id: 'a', type: 'url', title: 'A', url: 'https://a.example/' };
    const result = appConfigSchema.safeParse({ integrations: [integration, integration] });
    expect(result.success ? [] : faultsOf(result.error)).toEqual([
      { path: 'integrations', message: 'Two integrations have the same id. Give each its own.' },
    ]);
  });

  test('reading a config twice changes nothing', () => {
    const written: AppConfigInput = {
      title: 'Water',
      welcome: { en: 'Hello', kk: 'Сәлем' },
      feedback: { url: 'https://forms.example/?org={org}&page={page}' },
      map: { extent: [71, 51, 72, 52], basemap: { light: '/server/light' } },
      integrations: [
        { id: 'photos', type: 'url', title: 'Photos', url: 'https://photos.example/{lat}/{lng}' },
      ],
      languages: ['en', 'kk'],
    };
    const once = appConfigSchema.parse(written);
    expect(appConfigSchema.parse(once)).toEqual(once);
    expect(appConfigSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });

  test('what it does not know is left out, so nothing secret passes by accident', () => {
    const config = appConfigSchema.parse({
      secret: 'x',
      portal: { clientSecret: 'x' },
      sharing: { password: 'x' },
    });
    expect(JSON.stringify(config)).not.toMatch(/"x"|secret|password/i);
  });

  test.each([
    ['version', { version: 2 }],
    ['title', { title: 'a'.repeat(101) }],
    ['welcome', { welcome: { de: 'Hallo' } }],
    ['welcome', { welcome: 'a'.repeat(2001) }],
    ['portal.signIn', { portal: { signIn: 'window' } }],
    ['portal.customLogo', { portal: { customLogo: 'data:image/svg+xml,x' } }],
    ['feedback.url', { feedback: { url: 'mailto:a@b.example' } }],
    ['feedback.url', { feedback: {} }],
    ['map.extent', { map: { extent: [71, 51, 71, 52] } }],
    ['gallery.groups', { gallery: { groups: Array.from({ length: 51 }, String) } }],
    ['integrations.0.type', { integrations: [{ id: 'a', type: 'other', title: 'A' }] }],
    [
      'integrations.0.display',
      { integrations: [{ id: 'a', type: 'streetview', title: 'A', display: 'tab' }] },
    ],
    ['sharing.anonymous', { sharing: { anonymous: 'yes' } }],
    ['languages', { languages: 'en' }],
    ['theme.primary', { theme: { primary: '#78A94' } }],
    ['theme.primary', { theme: { primary: 'red; background: url(x)' } }],
  ])('a fault at %s is reported for %j', (path, input) => {
    const { error } = appConfigSchema.safeParse(input);
    expect(error && faultsOf(error).map((fault) => fault.path)).toEqual([path]);
  });
});
