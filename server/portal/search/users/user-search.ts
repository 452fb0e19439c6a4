import type { SimpleSearch } from '../simple-search.ts';

export type UserSortField =
  'relevance' | 'username' | 'fullname' | 'created' | 'modified' | 'role' | 'lastlogin';
export type UserSearch = SimpleSearch<UserSortField>;

export const userSortFields: Readonly<Record<string, UserSortField>> = {
  relevance: 'relevance',
  score: 'relevance',
  username: 'username',
  fullname: 'fullname',
  firstname: 'fullname',
  created: 'created',
  modified: 'modified',
  role: 'role',
  lastlogin: 'lastlogin',
};
