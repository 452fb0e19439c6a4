import type { Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

/** An item as the stores read it: its row without the search index, and whether any group has it. */
export interface ItemRow extends Omit<Selectable<Tables['portal_item']>, 'search'> {
  /** Shared with at least one group; favourites do not count. */
  shared: boolean;
}

export const itemColumns = [
  'portal_item.id',
  'portal_item.owner',
  'portal_item.org_id',
  'portal_item.folder_id',
  'portal_item.type',
  'portal_item.title',
  'portal_item.snippet',
  'portal_item.description',
  'portal_item.tags',
  'portal_item.type_keywords',
  'portal_item.categories',
  'portal_item.west',
  'portal_item.south',
  'portal_item.east',
  'portal_item.north',
  'portal_item.spatial_reference',
  'portal_item.url',
  'portal_item.name',
  'portal_item.access',
  'portal_item.culture',
  'portal_item.access_information',
  'portal_item.license_info',
  'portal_item.properties',
  'portal_item.size',
  'portal_item.num_views',
  'portal_item.num_ratings',
  'portal_item.avg_rating',
  'portal_item.protected',
  'portal_item.thumbnail',
  'portal_item.created_at',
  'portal_item.modified_at',
] as const;
