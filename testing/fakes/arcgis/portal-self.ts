import type { Organisation } from './content.ts';
import type { Exchange } from './exchange.ts';
import { presentSelf } from './present.ts';

/**
 * A visitor at `www.arcgis.com` gets no organisation: no `id`, no `access`, no `urlKey`.
 * https://developers.arcgis.com/rest/users-groups-and-items/portal-self/
 */
export function presentPortal(exchange: Exchange, organisation: Organisation | undefined): object {
  const { person, dialect, switches } = exchange;
  const everybody = {
    allSSL: true,
    ...dialect.withoutOrganisation,
    httpPort: 80,
    httpsPort: 443,
    supportsOAuth: true,
    supportsHostedServices: switches.hostsLayers,
    canSearchPublic: true,
    culture: 'en',
    region: 'WO',
    units: 'metric',
    hasCategorySchema: false,
    hasClassificationSchema: false,
    homePageFeaturedContent: '',
    basemapGalleryGroupQuery: organisation?.basemapGroupQuery ?? 'title:"Basemaps" AND owner:esri_en',
    vectorBasemapGalleryGroupQuery: organisation?.basemapGroupQuery ?? 'title:"Basemaps" AND owner:esri_en',
    '2DStylesGroupQuery': 'title:"Esri 2D Styles" AND owner:esri_en',
    symbolSetsGroupQuery: 'title:"Esri Symbols" AND owner:esri_en',
    useVectorBasemaps: true,
    defaultExtent: {
      xmin: -20_037_508,
      ymin: -8_000_000,
      xmax: 20_037_508,
      ymax: 12_000_000,
      spatialReference: { wkid: 102100 },
    },
    featuredGroups: organisation?.featuredGroups ?? [],
  };
  if (!organisation) return everybody;
  return {
    ...everybody,
    id: organisation.id,
    name: organisation.name,
    access: organisation.access,
    canSharePublic: organisation.canSharePublic,
    canSignInArcGIS: true,
    canSignInIDP: organisation.identityProvider !== undefined,
    commentsEnabled: organisation.commentsEnabled,
    isReadOnly: switches.readOnly,
    hasCategorySchema: organisation.categorySchema.length > 0,
    maxTokenExpirationMinutes: 20_160,
    recycleBinEnabled: true,
    thumbnail: null,
    description: null,
    portalProperties: {},
    creditAssignments: person?.availableCredits === undefined ? 'disabled' : 'enabled',
    ...(person?.role === 'org_admin' && { availableCredits: organisation.availableCredits }),
    ...dialect.organisationFacts(organisation),
    ...(person && { user: presentSelf(exchange, person) }),
  };
}
