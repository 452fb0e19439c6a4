/**
 * Owners of the demo content: `ada` is the city's administrator, `grace` publishes there; `hedy` is the water
 * board's administrator.
 */
export type Owner = keyof typeof organisationOf;

/** The organisation each belongs to. */
export const organisationOf = { ada: 'demo', grace: 'demo', hedy: 'esil' } as const;

/**
 * One item of the portal. Addresses and documents contain placeholders that the loader fills in: `{{portal}}`
 * and `{{server}}` (absolute, without a trailing slash), `{{item:KEY}}` and `{{group:KEY}}` (ids).
 */
export interface ContentItem {
  key: string;
  type: 'Web Map' | 'Feature Service' | 'Vector Tile Service';
  typeKeywords: string[];
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  owner: Owner;
  /** Shared with groups only: `private` with `groups`. */
  access: 'public' | 'org' | 'private';
  /** Keys of groups. */
  groups: string[];
  /** Paths in the portal's category schema, such as `/Categories/Buildings`. */
  categories?: string[];
  /** Key of a folder of the owner. */
  folder?: string;
  /** Of a service. */
  url?: string;
  /** Of the item's data, in this folder. */
  file?: string;
  contentType?: 'application/json';
  /** The hosted layer behind a Feature Service. */
  hosted?: HostedContent;
  /** In this folder. */
  thumbnail: string;
  /** West, south, east, north in degrees. */
  extent: [number, number, number, number];
  /** Attribution (`accessInformation`). */
  credits: string;
  /** Terms of use (`licenseInfo`), HTML. */
  licence: string;
}

/** A feature service with one layer, and the sources of its features and its drawing info. */
export interface HostedContent {
  /** Segment of its address. */
  serviceName: string;
  /** Gzipped GeoJSON, in this folder. */
  features: string;
  geometryType: 'esriGeometryPoint' | 'esriGeometryPolyline' | 'esriGeometryPolygon';
  /** Web map with a layer whose symbols and labels it gets, in this folder. */
  webMap: string;
  /** Members may edit features and attach pictures to them. */
  editable?: true;
  /** Field with the day a feature belongs to: time sliders filter by it. */
  time?: string;
}

export interface ContentGroup {
  key: string;
  title: string;
  owner: Owner;
  access: 'public' | 'org' | 'private';
  snippet: string;
  description: string;
  tags: string[];
  sortField: 'title' | 'modified' | 'name';
  sortOrder: 'asc' | 'desc';
  /** Besides the owner. */
  members: Owner[];
}

export interface ContentFolder {
  key: string;
  owner: Owner;
  title: string;
}

export interface Content {
  groups: ContentGroup[];
  folders: ContentFolder[];
  items: ContentItem[];
}
