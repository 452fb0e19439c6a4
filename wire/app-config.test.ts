import { describe, expect, test } from 'vitest';
import { appConfigSchema } from './app-config.ts';
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
      integrations: [{ id: 'Bad Id', type: 'url', title: '' }],
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
    const integration = { id: 'a', type: 'url', title: 'A' };
    const result = appConfigSchema.safeParse({ integrations: [integration, integration] });
    expect(result.success ? [] : faultsOf(result.error)).toEqual([
      { path: 'integrations', message: 'Two integrations have the same id. Give each its own.' },
    ]);
  });
});
