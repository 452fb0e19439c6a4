import { expect, it } from 'vitest';
import { listsItems, personKeys } from './query-keys.ts';

const portal = { restUrl: 'https://portal.example/sharing/rest' };

it.each(['ada', 'user', 'self'])('queries that list items of %s are known by what they are about', (who) => {
  const keys = personKeys(portal, who);
  const lists = [keys.favourites, keys.gallery('', 'user'), keys.people('self')];
  const others = [keys.user, keys.portal('en'), keys.mapDocument('demo', 'web-map', 'm1')];
  expect(lists.map((queryKey) => listsItems({ queryKey }))).toEqual([true, true, true]);
  expect(others.map((queryKey) => listsItems({ queryKey }))).toEqual([false, false, false]);
});
