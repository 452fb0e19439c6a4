import path from 'node:path';
import type { PortalSettings } from '../portal/portal-settings.ts';
import { bothStyles } from '../gis/find-basemaps.ts';

const city = path.resolve(import.meta.dirname, '../../examples/astana');

/** The demo city's basemap: services `basemap-light` and `basemap-dark`. */
export const demoBasemaps = bothStyles(
  'basemap',
  path.join(city, 'basemap.pmtiles'),
  '© OpenStreetMap contributors, ODbL 1.0; world: Natural Earth',
);

/** The embedded portal's settings with the demo content: its basemaps, featured groups and geocoder. */
export function demoPortal(publicUrl: string): Partial<PortalSettings> {
  return {
    id: 'mapping',
    name: 'Mapping',
    description: 'The portal embedded in Mapping, with demo content of Astana.',
    basemapGroupQuery: 'title:"Basemaps" AND owner:ada',
    featuredGroups: [{ title: 'City maps', owner: 'ada' }],
    categorySchema: demoCategories,
    homePageContentGroupQuery: 'title:"City maps" AND owner:ada',
    defaultExtent: [
      [71.33, 51.08],
      [71.52, 51.2],
    ],
    helperServices: {
      geocode: [
        {
          url: `${publicUrl}/server/rest/services/Places/GeocodeServer`,
          name: 'Places',
          // The SDK's search omits locators without it.
          singleLineFieldName: 'SingleLine',
          suggest: true,
          placefinding: true,
          placeholder: 'Find a place or address',
        },
      ],
    },
  };
}

/** The settings of the second organisation's portal; its basemaps are the city's, which are public. */
export const waterBoardPortal: Partial<PortalSettings> = {
  name: 'Esil Water',
  description: 'The portal of a water board, beside the one of the city.',
  basemapGroupQuery: 'title:"Basemaps" AND owner:ada',
  defaultExtent: [
    [71.36, 51.1],
    [71.5, 51.18],
  ],
};

const category = (title: string, ...below: string[]) => ({
  title,
  categories: below.map((name) => ({ title: name, categories: [] })),
});

/** The category schema of the demo's maps. */
const demoCategories = [
  {
    title: 'Categories',
    categories: [
      category('Buildings'),
      category('Infrastructure'),
      category('Nature', 'Parks and green', 'Water'),
      category('Places', 'Leisure', 'Services'),
      category('Planning'),
      category('Transport', 'On foot and by bicycle', 'Public transport', 'Streets'),
    ],
  },
];

/** The demo's street-level photos, drawn from the city's buildings. */
export const demoSamples = [
  { prefix: '/integrations/samples/astana/', folder: path.join(city, 'panoramas') },
] as const;
