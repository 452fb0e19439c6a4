import { describe, expect, test } from 'vitest';
import type { Caller } from '../../caller.ts';
import type { ItemRow } from './item-store.ts';
import { presentItem } from './present-item.ts';

const row: ItemRow = {
  id: 'a',
  owner: 'grace',
  org_id: 'mapping',
  folder_id: 'box',
  type: 'Web Map',
  title: 'Parks',
  snippet: '',
  description: '',
  tags: [],
  type_keywords: [],
  categories: [],
  west: null,
  south: null,
  east: null,
  north: null,
  spatial_reference: null,
  url: null,
  name: null,
  access: 'private',
  culture: 'en-us',
  access_information: '',
  documentation: '',
  license_info: '',
  properties: null,
  size: 0,
  num_views: 1,
  num_ratings: 2,
  avg_rating: 3,
  comments_enabled: true,
  num_comments: 0,
  protected: false,
  thumbnail: null,
  created_at: 1,
  modified_at: 2,
  shared: false,
};
const grace: Caller = {
  kind: 'member',
  orgId: 'mapping',
  username: 'grace',
  role: 'org_user',
  groupIds: [],
  tokenHash: '',
};

describe('presented item', () => {
  test('has null for empty text, and every field clients read', () => {
    expect(presentItem(row, grace)).toEqual({
      id: 'a',
      owner: 'grace',
      ownerFolder: 'box',
      orgId: 'mapping',
      isOrgItem: true,
      created: 1,
      modified: 2,
      name: null,
      title: 'Parks',
      type: 'Web Map',
      typeKeywords: [],
      description: null,
      snippet: null,
      tags: [],
      thumbnail: null,
      extent: [],
      spatialReference: null,
      url: null,
      access: 'private',
      size: 0,
      categories: [],
      culture: 'en-us',
      properties: null,
      numViews: 1,
      numRatings: 2,
      avgRating: 3,
      numComments: 0,
      commentsEnabled: true,
      accessInformation: null,
      licenseInfo: null,
      documentation: null,
      itemControl: 'admin',
      protected: false,
      screenshots: [],
      appProxies: null,
      largeThumbnail: null,
      groupDesignations: null,
      guid: null,
      banner: null,
      proxyFilter: null,
    });
  });

  test.each([
    ['private', false, 'private'],
    ['private', true, 'shared'],
    ['org', true, 'org'],
    ['public', true, 'public'],
  ] as const)('with access %s, in groups: %s, is %s', (access, shared, expected) => {
    expect(presentItem({ ...row, access, shared }, grace).access).toBe(expected);
  });

  test('hides the folder from users who do not control it', () => {
    const seen = presentItem(row, { kind: 'anonymous' });
    expect(seen).not.toHaveProperty('ownerFolder');
    expect(seen.itemControl).toBe('');
  });

  test('has its extent as two corners', () => {
    expect(presentItem({ ...row, west: 1, south: 2, east: 3, north: 4 }, grace).extent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});
