import type { Content, ContentFolder, ContentGroup } from './content-item.ts';
import { layers } from './content-layers.ts';
import { maps } from './content-maps.ts';

export type { Content, ContentItem, HostedContent } from './content-item.ts';

const groups: ContentGroup[] = [
  {
    key: 'basemaps',
    title: 'Basemaps',
    owner: 'ada',
    access: 'public',
    snippet: 'The backgrounds a map can have.',
    description:
      'A light and a dark background of the world and the city. The basemap gallery shows what is in this group.',
    tags: ['basemap'],
    sortField: 'name',
    sortOrder: 'desc',
    members: [],
  },
  {
    key: 'city-maps',
    title: 'City maps',
    owner: 'ada',
    access: 'public',
    snippet: 'Maps of Astana worth seeing first.',
    description:
      'A choice of maps for everyone who wants to know the city: buildings, streets, parks, transport and places to go.',
    tags: ['featured', 'Astana'],
    sortField: 'title',
    sortOrder: 'asc',
    members: ['grace'],
  },
  {
    key: 'planning',
    title: 'City planning',
    owner: 'grace',
    access: 'private',
    snippet: 'Working maps of the planning team.',
    description:
      'Maps the planning team works on: ways on foot and by bicycle, and how fast streets may be driven.',
    tags: ['planning'],
    sortField: 'modified',
    sortOrder: 'desc',
    members: ['ada'],
  },
  {
    key: 'administrators',
    title: 'Administrators',
    owner: 'ada',
    access: 'private',
    snippet: 'People who look after this organisation.',
    description: 'Members of this group may change the settings of the organisation in Mapping.',
    tags: ['administration'],
    sortField: 'title',
    sortOrder: 'asc',
    members: [],
  },
  {
    key: 'esil-administrators',
    title: 'Administrators',
    owner: 'hedy',
    access: 'private',
    snippet: 'People who look after this organisation.',
    description: 'Members of this group may change the settings of the organisation in Mapping.',
    tags: ['administration'],
    sortField: 'title',
    sortOrder: 'asc',
    members: [],
  },
];

const folders: ContentFolder[] = [
  { key: 'ada-layers', owner: 'ada', title: 'City layers' },
  { key: 'ada-drafts', owner: 'ada', title: 'Drafts' },
  { key: 'grace-layers', owner: 'grace', title: 'Transport layers' },
];

/** All content of the demo's portal. */
export const content: Content = { groups, folders, items: [...layers, ...maps] };
