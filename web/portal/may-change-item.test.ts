import { expect, it } from 'vitest';
import { mayOverwriteItem } from './may-change-item.ts';
import type { Portal, PortalItem, PortalUser } from './portal-types.ts';

const ada = { username: 'ada', privileges: ['portal:user:createItem'] } as unknown as PortalUser;

it.each([
  ['its owner', { owner: 'ada' }, {}, true],
  ['a group of shared update', { owner: 'grace', itemControl: 'update' }, {}, true],
  ['others', { owner: 'grace', itemControl: 'view' }, {}, false],
  [
    'nobody while the portal is read-only',
    { owner: 'ada', itemControl: 'admin' },
    { isReadOnly: true },
    false,
  ],
])('an item may be overwritten by %s', (_who, item, portal, expected) => {
  expect(mayOverwriteItem(item as PortalItem, ada, portal as Portal)).toBe(expected);
});
