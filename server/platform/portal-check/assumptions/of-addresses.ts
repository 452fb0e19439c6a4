import { z } from 'zod';
import { parse } from '../../../../wire/portal-examination/read-portal.ts';
import {
  type Assumption,
  brief,
  codeOf,
  isCultureFormat,
  online,
  refusedWith,
  selfSchema,
  shapeOf,
  unlessOnline,
  unlessService,
} from './assumption.ts';

const styles = 'https://basemapstyles-api.arcgis.com/arcgis/rest/services/styles/v2/styles';
const basemap = 'https://basemaps-api.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer';
const credits = 'https://static.arcgis.com/attribution/Vector/World_Basemap_v2';

export const basemapStyle = `${styles}/arcgis/navigation?f=json`;

const serviceSchema = z.looseObject({ layers: z.array(z.looseObject({ id: z.number() })).min(1) });

/** What visitors can check of the other addresses of a portal: its organisations, hosted layers and basemaps. */
export const addressAssumptions: readonly Assumption[] = [
  {
    text: 'A visitor at `www.arcgis.com` gets no organisation: no `id`, no `access`',
    skip: unlessOnline,
    check: async ({ ask }) => {
      const response = await ask(`${online}/portals/self?f=json`);
      const self = parse(selfSchema, response.text);
      return self && !self.error && self.id == null && self['access'] == null ? undefined : brief(response);
    },
  },
  {
    text: 'The address of an organisation of ArcGIS Online is its `urlKey` below its `customBaseUrl`, within `arcgis.com`',
    skip: (visit) =>
      unlessOnline(visit) ?? (visit.self.id ? undefined : 'the address belongs to no organisation'),
    check: async ({ ask, self: { id, urlKey, customBaseUrl } }) => {
      const host = `${urlKey}.${customBaseUrl}`;
      if (!/^[\w-]+\.[\w-]+\.arcgis\.com$/i.test(host)) return host;
      const response = await ask(`https://${host}/sharing/rest/portals/self?f=json`);
      return parse(selfSchema, response.text)?.id === id ? undefined : `${host}: ${brief(response)}`;
    },
  },
  {
    text: 'An organisation without anonymous access responds to visitors with 499',
    skip: ({ self }) => (self.error ? undefined : 'visitors may look at this one'),
    check: async ({ self }) => (self.error?.code === 499 ? undefined : `code ${self.error?.code}`),
  },
  {
    text: '`cultureFormat` is a country, or ends in one',
    skip: ({ self }) => (self.cultureFormat ? undefined : 'the portal names none to visitors'),
    check: async ({ self: { cultureFormat } }) =>
      isCultureFormat(cultureFormat ?? '') ? undefined : String(cultureFormat),
  },
  {
    text: 'Pages of other origins may exchange a code at `oauth2/token`',
    check: async ({ ask, root }) => {
      const { headers } = await ask(`${root}/oauth2/token`, {
        headers: { origin: 'https://maps.example.org' },
        form: { f: 'json', client_id: 'unknown', grant_type: 'authorization_code', code: 'none' },
      });
      return headers.get('access-control-allow-origin') === null
        ? 'no Access-Control-Allow-Origin'
        : undefined;
    },
  },
  {
    text: 'A hosted layer names its item as `serviceItemId`',
    skip: (visit) =>
      unlessService(visit) ??
      (/\/\/services\d*\.arcgis\.com\/|\/services\/Hosted\//i.test(visit.service ?? '')
        ? undefined
        : 'visitors find no hosted layer'),
    check: async ({ ask, service = '' }) => {
      const response = await ask(`${service}?f=json`);
      const id = parse(serviceSchema, response.text)?.layers[0]?.id;
      if (id === undefined) return brief(response);
      return shapeOf(z.looseObject({ serviceItemId: z.string() }), await ask(`${service}/${id}?f=json`));
    },
  },
  {
    text: 'Basemap styles, and the services behind them, answer visitors without a key with 499',
    skip: unlessOnline,
    check: async ({ ask }) => {
      const style = await ask(basemapStyle);
      if (codeOf(style) !== 499) return brief(style);
      return refusedWith(499, await ask(`${basemap}?f=json`));
    },
  },
  {
    text: 'The credits of Esri’s basemaps are `contributors` with `coverageAreas`',
    skip: unlessOnline,
    check: async ({ ask }) => {
      const area = z.looseObject({
        bbox: z.array(z.number()).length(4),
        zoomMin: z.number(),
        zoomMax: z.number(),
      });
      const contributor = z.looseObject({ attribution: z.string(), coverageAreas: z.array(area) });
      return shapeOf(
        z.looseObject({ contributors: z.array(contributor).min(1) }),
        await ask(`${credits}?f=json`),
      );
    },
  },
];
