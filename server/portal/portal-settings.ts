import { installationOrgId } from '../platform/database/migrate.ts';

/**
 * Description of a portal organisation for `portals/self`. Set by composition, demo content and the operator.
 */
export interface PortalSettings {
  /** `orgId` of its users, groups and items. */
  id: string;
  /** Segment of its addresses, `/portal/{urlKey}` and `/server/{urlKey}`; null: the root addresses. */
  urlKey: string | null;
  name: string;
  description: string;
  /** Epoch milliseconds; absent where the organisation is not stored. */
  created?: number;
  /** When its administrators last changed it. */
  modified?: number;
  /** BCP 47, such as `en-US`. */
  culture: string;
  /** ISO 3166 country code, `WO` for the world. */
  region: string;
  units: 'metric' | 'english';
  /** Query for the group whose web maps are the basemap gallery. */
  basemapGroupQuery: string;
  /** Web map JSON of the basemap for new maps: `{title, baseMapLayers}`. */
  defaultBasemap: object | null;
  /** Featured groups; found by title and owner, as ArcGIS clients do. */
  featuredGroups: readonly { title: string; owner: string }[];
  homePageContentGroupQuery: string;
  /** Category tree for items: `{title, categories: [{title, description, categories}]}`. */
  categorySchema: readonly object[];
  /** WGS84 degrees, `[[west, south], [east, north]]`. */
  defaultExtent: readonly [readonly [number, number], readonly [number, number]] | null;
  /** Locators, geometry and print services by ArcGIS name, merged into `helperServices`. */
  helperServices: Readonly<Record<string, unknown>>;
  /**
   * Whether old clients get access tokens in addresses (OAuth 2's implicit flow); set by the organisation's
   * administrators.
   */
  implicitGrant: boolean;
  /** Whether members need a second factor to sign in; set by the organisation's administrators. */
  requireSecondFactor: boolean;
  /** Whether applications of devices may sign users in by the ids they are built with; set by the organisation's administrators. */
  nativeApps: boolean;
}

export const defaultPortalSettings: PortalSettings = {
  id: installationOrgId,
  urlKey: null,
  name: 'Mapping',
  description: '',
  culture: 'en-US',
  region: 'WO',
  units: 'metric',
  basemapGroupQuery: '',
  defaultBasemap: null,
  featuredGroups: [],
  homePageContentGroupQuery: '',
  categorySchema: [],
  defaultExtent: null,
  helperServices: {},
  implicitGrant: false,
  requireSecondFactor: false,
  nativeApps: false,
};
