import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppConfigInput, appConfigSchema } from './app-config.ts';
import { integrationTypes } from '../integration-kinds/definitions.ts';
import { faultsOf } from './errors.ts';
import { configDepth, configValues } from './integrations/integration-config.ts';

describe('appConfigSchema', () => {
  test('defaults to the public online portal and the green theme', () => {
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
  ])('accepts the portal address %s: %s', (url, accepted) => {
    expect(appConfigSchema.safeParse({ portal: { url } }).success).toBe(accepted);
  });

  test.each([
    [[71, 51, 72, 52], true],
    [[72, 51, 71, 52], false],
    [[71, 52, 72, 51], false],
    [[-190, 51, 72, 52], false],
    [[71, 51, 72], false],
  ])('accepts the extent %j: %s', (extent, accepted) => {
    expect(appConfigSchema.safeParse({ map: { extent } }).success).toBe(accepted);
  });

  test('rejects two integrations with one id', () => {
    const integration = { id: 'a', type: 'url', title: 'A', url: 'https://a.example/' };
    const result = appConfigSchema.safeParse({ integrations: [integration, integration] });
    expect(result.success ? [] : faultsOf(result.error)).toEqual([
      { path: 'integrations', message: 'Two integrations have the same id. Give each its own.' },
    ]);
  });

  test('is idempotent', () => {
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

  test('drops unknown members, so that nothing secret passes by accident', () => {
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
    ['feedback.form', { feedback: { form: '../portal' } }],
    ['map.extent', { map: { extent: [71, 51, 71, 52] } }],
    ['gallery.groups', { gallery: { groups: Array.from({ length: 51 }, String) } }],
    ['integrations.0.type', { integrations: [{ id: 'a', type: 'other', title: 'A' }] }],
    [
      'integrations.0.display',
      { integrations: [{ id: 'a', type: 'streetview', title: 'A', display: 'tab' }] },
    ],
    ['sharing.anonymous', { sharing: { anonymous: 'yes' } }],
    ['sharing.sites.0', { sharing: { sites: ['https://www.example.org/page'] } }],
    ['languages', { languages: 'en' }],
    ['languages.1', { languages: ['pt_BR', 'no tag'] }],
    ['theme.primary', { theme: { primary: '#78A94' } }],
    ['theme.primary', { theme: { primary: 'red; background: url(x)' } }],
  ])('reports a fault at %s for %j', (path, input) => {
    const { error } = appConfigSchema.safeParse(input);
    expect(error && faultsOf(error).map((fault) => fault.path)).toEqual([path]);
  });
});

describe('omitted setting', () => {
  test('has a default in every part', () => {
    expect(appConfigSchema.parse({})).toEqual({
      version: 1,
      title: '',
      welcome: '',
      portal: {
        url: 'https://www.arcgis.com',
        appId: '',
        organisationId: '',
        adminGroupId: '',
        customLogo: '',
        signIn: 'redirect',
      },
      map: {
        templateWebMapId: '',
        basemap: { light: '', dark: '' },
        basemapKey: '',
        elevation: '',
        hosts: [],
        hostsOfMaps: true,
      },
      gallery: { groups: [], query: '' },
      integrations: [],
      sharing: { anonymous: false, sites: [] },
      languages: [],
      theme: { primary: '#78A942' },
    });
  });

  test.each([
    ['portal', { portal: { appId: 'app' } }, { appId: 'app', signIn: 'redirect' }],
    ['map', { map: { templateWebMapId: 'm' } }, { templateWebMapId: 'm', basemap: { light: '', dark: '' } }],
    ['map', { map: { basemap: { dark: '/d' } } }, { basemap: { light: '', dark: '/d' } }],
    ['gallery', { gallery: { query: 'q' } }, { query: 'q', groups: [] }],
  ] as const)('has its default beside others: %s', (part, written, expected) => {
    expect(appConfigSchema.parse(written)[part]).toMatchObject(expected);
  });

  test('of an integration is the default: shown, in a frame, without a message', () => {
    const { integrations } = appConfigSchema.parse({
      integrations: [{ id: 'sv', type: 'streetview', title: 'Street View' }],
    });
    expect(integrations).toEqual([
      { id: 'sv', type: 'streetview', title: 'Street View', enabled: true, display: 'frame', config: {} },
    ]);
  });
});

describe('map servers', () => {
  test('are hosts, whatever address of theirs was given', () => {
    const hosts = [
      ' https://gis.example/arcgis/rest ',
      'http://gis.example:6080/',
      'https://*.tiles.example',
    ];
    expect(appConfigSchema.parse({ map: { hosts } }).map.hosts).toEqual([
      'https://gis.example',
      'http://gis.example:6080',
      'https://*.tiles.example',
    ]);
  });

  test.each(['gis.example', '*', 'https://*', 'https://*.org', 'https:', "'unsafe-eval'", 'data:', ''])(
    'are not %j',
    (host) => {
      expect(appConfigSchema.safeParse({ map: { hosts: [host] } }).success).toBe(false);
    },
  );
});

describe('limit', () => {
  const list = <Part>(length: number, part: (index: number) => Part) =>
    Array.from({ length }, (_, index) => part(index));
  const integration = (index: number) => ({ id: `a-${index}`, type: 'streetview', title: 'A' });
  const text = (length: number) => 'a'.repeat(length);

  const withOptions = (config: unknown) => ({
    integrations: [{ ...integration(0), type: 'url', url: 'https://a.example', config }],
  });
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

  test.each([
    ['integrations.0.config', configValues, (size: number) => withOptions({ more: list(size - 1, () => 0) })],
    ['integrations.0.config', configDepth, (size: number) => withOptions({ more: nested(size - 1) })],
    ['title', 100, (size: number) => ({ title: text(size) })],
    ['welcome', 2000, (size: number) => ({ welcome: text(size) })],
    ['welcome.de', 2000, (size: number) => ({ welcome: { en: '', de: text(size) } })],
    ['portal.appId', 200, (size: number) => ({ portal: { appId: text(size) } })],
    ['portal.organisationId', 100, (size: number) => ({ portal: { organisationId: text(size) } })],
    ['portal.adminGroupId', 100, (size: number) => ({ portal: { adminGroupId: text(size) } })],
    ['portal.url', 2000, (size: number) => ({ portal: { url: `/${text(size - 1)}` } })],
    ['portal.customLogo', 2000, (size: number) => ({ portal: { customLogo: `/${text(size - 1)}` } })],
    ['feedback.url', 2000, (size: number) => ({ feedback: { url: `/${text(size - 1)}` } })],
    ['map.templateWebMapId', 100, (size: number) => ({ map: { templateWebMapId: text(size) } })],
    ['map.basemap.light', 2000, (size: number) => ({ map: { basemap: { light: text(size) } } })],
    ['map.basemapKey', 1000, (size: number) => ({ map: { basemapKey: text(size) } })],
    ['gallery.groups', 50, (size: number) => ({ gallery: { groups: list(size, String) } })],
    ['gallery.groups.0', 100, (size: number) => ({ gallery: { groups: [text(size)] } })],
    ['gallery.query', 1000, (size: number) => ({ gallery: { query: text(size) } })],
    ['integrations', 20, (size: number) => ({ integrations: list(size, integration) })],
    [
      'integrations.0.title',
      100,
      (size: number) => ({ integrations: [{ ...integration(0), title: text(size) }] }),
    ],
    ['integrations.0.id', 41, (size: number) => ({ integrations: [{ ...integration(0), id: text(size) }] })],
    ['languages', 100, (size: number) => ({ languages: list(size, () => 'en') })],
    ['languages.0', 20, (size: number) => ({ languages: [`en-x-aaaaaaaa-${'a'.repeat(size - 14)}`] })],
  ])('of %s is %d: that many pass, one more does not', (path, max, config) => {
    expect(appConfigSchema.safeParse(config(max)).error).toBeUndefined();
    const { error } = appConfigSchema.safeParse(config(max + 1));
    expect(error && faultsOf(error).map((fault) => fault.path)).toEqual([path]);
  });

  test.each(['a', '0', 'street-view', `${'a'.repeat(41)}`])('an id may be %s', (id) => {
    expect(appConfigSchema.safeParse({ integrations: [{ ...integration(0), id }] }).success).toBe(true);
  });

  test.each(['', '-a', 'A', 'a b', 'a/b', 'ä', 'a_b', '../a'])('an id may not be %j', (id) => {
    expect(appConfigSchema.safeParse({ integrations: [{ ...integration(0), id }] }).success).toBe(false);
  });
});

describe('any config', () => {
  const config = fc.record(
    {
      title: fc.string({ maxLength: 100 }),
      welcome: fc.oneof(fc.string({ maxLength: 50 }), fc.record({ en: fc.string(), kk: fc.string() })),
      portal: fc.record(
        {
          url: fc.webUrl(),
          appId: fc.string({ maxLength: 200 }),
          signIn: fc.constantFrom('redirect', 'popup'),
        },
        { requiredKeys: [] },
      ),
      theme: fc.record({ primary: fc.stringMatching(/^#[0-9a-f]{6}$/) }),
      languages: fc.array(fc.constantFrom('en', 'ar', 'pt-BR'), { maxLength: 5 }),
      sharing: fc.record({
        anonymous: fc.boolean(),
        sites: fc.constantFrom([], ['https://www.example.org']),
      }),
    },
    { requiredKeys: [] },
  );

  test('is unchanged when written and read again', () => {
    fc.assert(
      fc.property(config, (written) => {
        const once = appConfigSchema.parse(written);
        expect(once).toMatchObject(written);
        expect(appConfigSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
      }),
    );
  });

  test('that is invalid is reported with a path and advice, and never throws otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (anything) => {
        const result = appConfigSchema.safeParse(anything);
        const faults = result.success ? [] : faultsOf(result.error);
        expect(result.success).toBe(faults.length === 0);
        expect(faults.every(({ path, message }) => path !== '' && message !== '')).toBe(true);
      }),
    );
  });

  test.each(integrationTypes)('may have an integration of type %s', (type) => {
    const integrations = [{ id: 'a', type, title: 'A', url: 'https://e.org/{lang}' }];
    expect(appConfigSchema.safeParse({ integrations }).error).toBeUndefined();
  });
});
