import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { apiKeys } from './api/query-keys.ts';
import { fakeConnection } from '../testing/web/fake-connection.ts';
import { listsItems, personKeys, portalKeys, showsItems } from './portal/query-keys.ts';

const { connection } = await fakeConnection();

it('rejects a literal as a query key, by its type', () => {
  const queries = new QueryClient();
  // @ts-expect-error the type checker refuses it
  queries.setQueryData(['portal', 'self'], {});
  queries.setQueryData(portalKeys(connection).regions('nl'), {});
  expect(queries.getQueryData(portalKeys(connection).regions('nl'))).toEqual({});
});

it('puts every key of a portal below its common prefix', () => {
  const queries = new QueryClient();
  const ada = personKeys(connection, 'ada');
  const keys = [
    portalKeys(connection).people.one('grace'),
    ada.user,
    ada.groups.one('g1'),
    ada.content({ text: '', folder: '', sort: 'title', order: 'asc', page: 1 }),
    ada.gallery('', 'parks'),
  ];
  for (const key of keys) queries.setQueryData(key, true);
  expect(queries.getQueriesData({ queryKey: portalKeys(connection).all })).toHaveLength(keys.length);
  expect(queries.getQueriesData({ queryKey: ada.content() })).toHaveLength(1);
  expect(queries.getQueriesData({ queryKey: portalKeys(connection).people.all })).toHaveLength(1);
});

it('separates the responses of two users', () => {
  expect(personKeys(connection, 'ada').favourites).not.toEqual(personKeys(connection, 'grace').favourites);
});

it('distinguishes item lists from data that stays when an item changes', () => {
  const ada = personKeys(connection, 'ada');
  const which = (test: (query: { queryKey: readonly unknown[] }) => boolean) =>
    [
      ada.gallery(''),
      ada.portal('en'),
      ada.user,
      ada.mapDocument('demo', 'web-map', 'm1'),
      apiKeys('demo').health,
    ].map((queryKey) => test({ queryKey }));
  expect(which(listsItems)).toEqual([true, false, false, false, false]);
  expect(which((query) => showsItems(connection, query))).toEqual([true, false, true, true, false]);
});
