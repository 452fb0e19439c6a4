import type { Dialect } from '../arcgis/dialect.ts';
import { type PortalStandIn, startPortalStandIn } from '../arcgis/start.ts';

/** Every ArcGIS Enterprise portal gives its only organisation this id. */
export const enterpriseOrganisation = '0123456789ABCDEF';
export const enterprisePortal = 'https://gis.city.test/portal';

const servers = 'https://gis.city.test/arcgis/rest/services';

const ownHosts = ['gis.city.test', 'hosting.city.test', 'login.city.test'];

/** Hosts of others that its maps refer to: public services of Esri and of a city, which take no token of this portal. */
const hostsOfOthers = [
  'basemaps.arcgis.com',
  'basemaps-api.arcgis.com',
  'basemapstyles-api.arcgis.com',
  'demographics.arcgis.com',
  'services.arcgis.com',
  'static.arcgis.com',
  'traffic.arcgis.com',
  'utility.arcgis.com',
  '*.arcgisonline.com',
  '*.harbour.example',
];

/**
 * ArcGIS Enterprise below a web adaptor: the portal at `gis.city.test/portal`, a GIS server on the same host at `/arcgis`, also
 * reached directly by its ports, and a federated hosting server on `hosting.city.test`, which takes only tokens that the portal
 * issued for it. The identity provider is on `login.city.test`.
 */
const enterprise: Dialect = {
  name: 'arcgis-enterprise',
  hosts: [...ownHosts, ...hostsOfOthers],
  // https://developers.arcgis.com/rest/users-groups-and-items/root
  root: { currentVersion: '2024.1', enterpriseVersion: '11.3.0', enterpriseBuild: '51526' },
  placeOf(host, path) {
    if (host === 'login.city.test') return { kind: 'identity-provider' };
    if (host === 'hosting.city.test' || !ownHosts.includes(host)) return { kind: 'service' };
    const [adaptor, sharing, ...below] = path.split('/');
    if (adaptor === 'arcgis' && sharing === 'rest') return { kind: 'service' };
    // The port 7443 of the portal's machine has the portal at /arcgis.
    const isPortal = (adaptor === 'portal' || adaptor === 'arcgis') && sharing === 'sharing';
    if (!isPortal) return { kind: 'page', title: 'ArcGIS Enterprise' };
    return { kind: 'portal', address: enterprisePortal, below: below[0] === 'rest' ? below.slice(1) : below };
  },
  organisationAt: (_host, { organisations }) => organisations.get(enterpriseOrganisation),
  withoutOrganisation: {
    currentVersion: '2024.1',
    enterpriseVersion: '11.3.0',
    customBaseUrl: null,
    portalHostname: 'gis.city.test/portal',
    portalMode: 'singletenant',
    portalName: 'ArcGIS Enterprise',
    isPortal: true,
    helperServices: {
      geocode: [
        {
          url: `${servers}/City/GeocodeServer`,
          name: 'City addresses',
          suggest: true,
          singleLineFieldName: 'SingleLine',
        },
      ],
      geometry: { url: `${servers}/Utilities/Geometry/GeometryServer` },
    },
    defaultBasemap: streets(),
    defaultVectorBasemap: streets(),
  },
  organisationFacts: () => ({ urlKey: null, maxTokenExpirationMinutes: 20_160, recycleBinEnabled: false }),
  describesItselfToVisitors: true,
  owningSystem: (host) => (ownHosts.includes(host) ? enterprisePortal : 'https://www.arcgis.com'),
  addressOf: ({ name }) => `hosting.city.test/server/rest/services/Hosted/${name}/FeatureServer`,
  takesPortalToken: (host) => host === 'gis.city.test',
  personFacts: ({ fromProvider }) => ({ provider: fromProvider ? 'enterprise' : 'arcgis' }),
};

/** Starts a stand-in for ArcGIS Enterprise on a free port of this computer. */
export const startArcgisEnterprise = (): Promise<PortalStandIn> => startPortalStandIn(enterprise);

function streets() {
  return {
    id: 'city-streets',
    title: 'City streets',
    baseMapLayers: [
      {
        id: 'city-streets-layer',
        layerType: 'VectorTileLayer',
        title: 'City streets',
        opacity: 1,
        visibility: true,
        styleUrl: `${servers}/Hosted/Streets/VectorTileServer/resources/styles/root.json`,
      },
    ],
  };
}
