import type { SimpleSearch } from '../simple-search.ts';

export type GroupSortField = 'relevance' | 'title' | 'owner' | 'created' | 'modified';
export type GroupSearch = SimpleSearch<GroupSortField>;

export const groupSortFields: Readonly<Record<string, GroupSortField>> = {
  relevance: 'relevance',
  score: 'relevance',
  title: 'title',
  name: 'title',
  owner: 'owner',
  created: 'created',
  modified: 'modified',
};
