import { itemControl } from '../../access/item-policy.ts';
import type { Caller } from '../../caller.ts';
import type { ItemRow } from './item-store.ts';

/**
 * An item in responses. `description` is HTML as its author wrote it: clients that show it must sanitize it.
 */
export interface ItemJson {
  id: string;
  owner: string;
  ownerFolder?: string | null;
  orgId: string;
  isOrgItem: boolean;
  /** Epoch milliseconds, like `modified`. */
  created: number;
  modified: number;
  name: string | null;
  title: string;
  type: string;
  typeKeywords: string[];
  description: string | null;
  snippet: string | null;
  tags: string[];
  /** Path below `content/items/{id}/info/`. */
  thumbnail: string | null;
  /** WGS84 degrees, `[[west, south], [east, north]]`, or empty. */
  extent: [[number, number], [number, number]] | [];
  spatialReference: string | null;
  url: string | null;
  access: 'private' | 'shared' | 'org' | 'public';
  /** Size of the data in bytes. */
  size: number;
  categories: string[];
  culture: string;
  properties: Record<string, unknown> | null;
  numViews: number;
  numRatings: number;
  avgRating: number;
  numComments: number;
  commentsEnabled: boolean;
  accessInformation: string | null;
  licenseInfo: string | null;
  documentation: string | null;
  itemControl: 'admin' | '';
  protected: boolean;
  screenshots: [];
  appProxies: null;
  largeThumbnail: null;
  groupDesignations: null;
  guid: null;
  banner: null;
  proxyFilter: null;
}

/**
 * An item for a caller: folder and item control depend on the caller; the rest is the same for all who may
 * see the item.
 */
export function presentItem(row: ItemRow, caller: Caller): ItemJson {
  const control = itemControl(caller, row);
  return {
    id: row.id,
    owner: row.owner,
    ...(control === 'admin' && { ownerFolder: row.folder_id }),
    orgId: row.org_id,
    isOrgItem: caller.kind === 'member' && caller.orgId === row.org_id,
    created: row.created_at,
    modified: row.modified_at,
    name: row.name,
    title: row.title,
    type: row.type,
    typeKeywords: row.type_keywords,
    description: row.description || null,
    snippet: row.snippet || null,
    tags: row.tags,
    thumbnail: row.thumbnail,
    extent: presentExtent(row),
    spatialReference: row.spatial_reference,
    url: row.url,
    access: row.access === 'private' && row.shared ? 'shared' : row.access,
    size: row.size,
    categories: row.categories,
    culture: row.culture,
    properties: row.properties,
    numViews: row.num_views,
    numRatings: row.num_ratings,
    avgRating: row.avg_rating,
    numComments: row.num_comments,
    commentsEnabled: row.comments_enabled,
    accessInformation: row.access_information || null,
    licenseInfo: row.license_info || null,
    documentation: row.documentation || null,
    itemControl: control,
    protected: row.protected,
    screenshots: [],
    appProxies: null,
    largeThumbnail: null,
    groupDesignations: null,
    guid: null,
    banner: null,
    proxyFilter: null,
  };
}

function presentExtent({ west, south, east, north }: ItemRow): ItemJson['extent'] {
  if (west === null || south === null || east === null || north === null) return [];
  return [
    [west, south],
    [east, north],
  ];
}
