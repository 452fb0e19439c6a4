import type { Dialect } from '../arcgis/dialect.ts';
import { type PortalStandIn, startPortalStandIn } from '../arcgis/start.ts';

export type ArcgisOnline = PortalStandIn;

/** ArcGIS Online: many organisations, each at an address of its own and all at the common one. */
const online: Dialect = {
  name: 'arcgis-online',
  hosts: [
    '*.arcgis.com',
    '*.maps.arcgis.com',
    '*.gis.arcgis.com',
    'arcgis.com',
    '*.arcgisonline.com',
    '*.harbour.example',
  ],
  root: { currentVersion: '2026.2', enterpriseVersion: '' },
  placeOf(host, path) {
    if (host === 'login.harbour.example') return { kind: 'identity-provider' };
    if (host === 'arcgis.com') return { kind: 'redirect', location: `https://www.arcgis.com/${path}` };
    if (!/^(www|[\w-]+\.(maps|gis))\.arcgis\.com$/.test(host)) return { kind: 'service' };
    const [sharing, ...below] = path.split('/');
    if (sharing !== 'sharing') return { kind: 'page', title: 'ArcGIS Online' };
    return {
      kind: 'portal',
      address: `https://${host}`,
      below: below[0] === 'rest' ? below.slice(1) : below,
    };
  },
  organisationAt: (host, { organisations }) =>
    [...organisations.values()].find(({ urlKey, customBaseUrl }) => host === `${urlKey}.${customBaseUrl}`),
  withoutOrganisation: {
    currentVersion: '2026.2',
    customBaseUrl: 'maps.arcgis.com',
    portalHostname: 'www.arcgis.com',
    portalMode: 'multitenant',
    portalName: 'ArcGIS Online',
    isPortal: false,
    // The basemaps that SDKs offer to applications with an API key.
    devBasemapGalleryGroupQuery: 'title:"World Basemaps for Developers" AND owner:esri',
    helperServices: {
      geocode: [
        {
          url: 'https://geocode.arcgis.com/arcgis/rest/services/World/GeocodeServer',
          northLat: 'Ymax',
          southLat: 'Ymin',
          eastLon: 'Xmax',
          westLon: 'Xmin',
          name: 'ArcGIS World Geocoding Service',
          suggest: true,
          singleLineFieldName: 'SingleLine',
          placefinding: true,
          batch: true,
        },
      ],
      geometry: { url: 'https://utility.arcgisonline.com/arcgis/rest/services/Geometry/GeometryServer' },
      printTask: {
        url: 'https://utility.arcgisonline.com/arcgis/rest/services/Utilities/PrintingTools/GPServer/Export%20Web%20Map%20Task',
      },
    },
    defaultBasemap: streets(),
    defaultVectorBasemap: streets(),
  },
  organisationFacts: ({ urlKey, customBaseUrl }) => ({ urlKey, customBaseUrl }),
  describesItselfToVisitors: false,
  owningSystem: () => 'https://www.arcgis.com',
  addressOf: ({ orgId, name }) => `services.arcgis.com/${orgId}/arcgis/rest/services/${name}/FeatureServer`,
  takesPortalToken: () => true,
  personFacts: () => ({}),
};

/** Starts a stand-in for ArcGIS Online on a free port of this computer. */
export const startArcgisOnline = (): Promise<ArcgisOnline> => startPortalStandIn(online);

function streets() {
  return {
    id: 'streets-stand-in',
    title: 'Streets',
    baseMapLayers: [
      {
        id: 'streets-layer',
        layerType: 'VectorTileLayer',
        title: 'World Street Map',
        opacity: 1,
        visibility: true,
        styleUrl:
          'https://basemaps.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer/resources/styles/root.json',
      },
    ],
  };
}
