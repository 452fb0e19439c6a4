import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeContext, webMap } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { appConfigSchema, type IntegrationConfig } from '../../../../../wire/app-config.ts';
import { integrationTypes } from '../../../../../integration-kinds/definitions.ts';
import { english } from '../../../../i18n/english.ts';
import { faultsIn } from '../settings/use-draft.ts';
import { describeKind } from './describe-kind.ts';
import { IntegrationCard } from './integration-card.tsx';

const words = english as Record<string, string>;

async function open(parts: Partial<IntegrationConfig>, { wanted = false } = {}) {
  const seen: { now?: IntegrationConfig } = {};
  function Rig() {
    const [integration, setIntegration] = useState<IntegrationConfig>({
      id: 'it',
      type: 'panorama',
      title: 'It',
      enabled: true,
      display: 'frame',
      config: {},
      ...parts,
    });
    seen.now = integration;
    return (
      <IntegrationCard
        integration={integration}
        index={0}
        count={1}
        wanted={wanted}
        faults={faultsIn({ ...appConfigSchema.parse({}), integrations: [integration] })}
        onChange={setIntegration}
        onMove={() => {}}
        onRemove={() => {}}
      >
        {null}
      </IntegrationCard>
    );
  }
  const shown = show(<Rig />, { context: await fakeContext({ signedIn: true }) });
  return { ...shown, saved: () => seen.now };
}

describe('the settings of an integration kind', () => {
  it.each(integrationTypes)('of %s all have a label, and every option has a text', (type) => {
    const keys = describeKind(type).flatMap(({ path, kind, choices }) => [
      `kind.field.${path}`,
      ...(kind === 'choice' ? choices.map((choice) => `kind.choice.${path}.${choice}`) : []),
    ]);
    expect(keys.filter((key) => !(key in words))).toEqual([]);
  });

  it('are fields with labels, help and defaults instead of a JSON box', async () => {
    const { screen } = await open({ type: 'cyclomedia' });
    expect(screen.getByLabelText('Street Smart version').getAttribute('placeholder')).toBe('26.1');
    expect(screen.getByText(/For example 26\.1/)).toBeDefined();
    expect(screen.queryByLabelText(/JSON/, { selector: 'textarea' })).toBeNull();
    // It is a built-in page: there is no URL to enter.
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('are saved in the kind’s schema, and removed when emptied', async () => {
    const { screen, person, saved } = await open({ config: { photos: '/a.geojson' } });
    const radius = screen.getByLabelText('Search radius (m)');
    await person.type(radius, '120');
    await person.type(screen.getByLabelText('Other image servers'), 'https://p.example');
    expect(saved()?.config).toEqual({
      photos: '/a.geojson',
      radius: 120,
      imageOrigins: ['https://p.example'],
    });
    await person.clear(radius);
    expect(saved()?.config).not.toHaveProperty('radius');
  });

  it('show errors at the field', async () => {
    const { screen, person } = await open({ type: 'cyclomedia' });
    const srs = screen.getByLabelText('Spatial reference');
    await person.type(srs, 'RD');
    expect(srs.getAttribute('aria-invalid')).toBe('true');
  });

  it('show a dependent field only with the field it depends on', async () => {
    const { screen, person } = await open({ type: 'cyclomedia' });
    expect(screen.queryByLabelText('Client ID')).toBeNull();
    await person.click(screen.getByLabelText('Sign-in'));
    await person.click(screen.getByRole('option', { name: /OAuth/ }));
    expect(screen.getByLabelText('Client ID')).toBeDefined();
  });

  it('can be edited as JSON', async () => {
    const { screen, person } = await open({ config: { photos: '/a.geojson' } });
    await person.click(screen.getByRole('switch', { name: 'Edit as JSON' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/JSON\)/).value).toContain('/a.geojson');
  });

  it('reset when the kind changes', async () => {
    const { screen, person, saved } = await open({ config: { photos: '/a.geojson' } });
    await person.click(screen.getByLabelText('Type'));
    await person.click(screen.getByRole('option', { name: 'Google Street View' }));
    expect(saved()).toMatchObject({ type: 'streetview', config: {} });
    await person.click(screen.getByRole('switch', { name: 'Our contract with Google allows this' }));
    expect(saved()?.config).toEqual({ termsAccepted: true });
  });

  it('of an extension grant nothing until they are switched on', async () => {
    const { screen, person, saved } = await open({ type: 'url', url: 'https://ext.example/' });
    await person.click(screen.getByLabelText('Type'));
    await person.click(screen.getByRole('option', { name: 'Map extension' }));
    expect(saved()).toMatchObject({ type: 'extension', display: 'frame', config: {} });
    // It is always in a frame.
    expect(screen.queryByLabelText('Opens')).toBeNull();
    expect(screen.queryByLabelText('Layers with the button')).toBeNull();
    await person.click(screen.getByRole('switch', { name: 'Button in popups' }));
    await person.type(screen.getByLabelText('Layers with the button'), 'Trees');
    await person.click(screen.getByRole('switch', { name: 'May read features' }));
    expect(saved()?.config).toEqual({ popup: true, layers: ['Trees'], may: { features: true } });
  });

  it('are the target of the link from an integration that lacks settings', async () => {
    const { screen } = await open({}, { wanted: true });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'It' }));
  });
});

describe('the photo source of an integration', () => {
  const service = 'https://portal.example/server/rest/services/Photos/FeatureServer';
  const items = [
    webMap({ id: 'photos', title: 'Photo points', type: 'Feature Service', url: service }),
    webMap({
      id: 'file',
      title: 'Fotodatei',
      type: 'GeoJson',
      properties: { mappingTranslations: { en: { title: 'Photo file' } } },
    }),
  ];
  const point = { id: 0, name: 'Points', geometryType: 'esriGeometryPoint' };
  const line = { id: 1, name: 'Lines', geometryType: 'esriGeometryPolyline' };
  const answers = (layers: object[]) => ({
    '/search': { results: items, total: 2, start: 1, num: 25, nextStart: -1 },
    '/FeatureServer': { layers },
  });

  it('offers the portal’s point layers, by name if there are several', async () => {
    fakeFetch(answers([point, line, { ...point, id: 2, name: 'More points' }]));
    const { screen, person, saved } = await open({});
    await person.click(screen.getByRole('button', { name: 'Choose a layer or file' }));
    await person.click(await screen.findByRole('button', { name: /Photo points/ }));
    await person.click(await screen.findByRole('button', { name: 'More points' }));
    expect(saved()?.config).toEqual({ photos: `${service}/2` });
  });

  it('may be a public file, named in the reader’s language', async () => {
    fakeFetch(answers([]));
    const { screen, person, saved } = await open({});
    await person.click(screen.getByRole('button', { name: 'Choose a layer or file' }));
    await person.click(await screen.findByRole('button', { name: /Photo file/ }));
    expect(saved()?.config['photos']).toMatch(/\/content\/items\/file\/data$/);
  });

  it('is not taken from an answer after the choice was cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const log = fakeFetch({ ...answers([]), '/FeatureServer': () => promise });
    const { screen, person, saved } = await open({});
    await person.click(screen.getByRole('button', { name: 'Choose a layer or file' }));
    await person.click(await screen.findByRole('button', { name: /Photo points/ }));
    await waitFor(() => expect(log.some(({ path }) => path.endsWith('/FeatureServer'))).toBe(true));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    resolve({ layers: [point] });
    await person.click(screen.getByRole('switch', { name: 'Enabled: It' }));
    expect(saved()?.enabled).toBe(false);
    expect(saved()?.config['photos']).toBeUndefined();
  });

  it('excludes layers without points and explains why', async () => {
    fakeFetch(answers([line]));
    const { screen, person } = await open({});
    await person.click(screen.getByRole('button', { name: 'Choose a layer or file' }));
    await person.click(await screen.findByRole('button', { name: /Photo points/ }));
    expect(await screen.findByText('This item has no point layer.')).toBeDefined();
  });
});
