import { expect, test } from 'vitest';
import { loggedPath } from './json-body.ts';

test.each([
  ['/', '/'],
  ['/api/town/config', '/api/town/config'],
  ['/portal/sharing/rest/search?q=x&token=secret', '/portal/sharing/rest/search'],
  ['/a?b?c', '/a'],
  ['?token=secret', ''],
  ['/api/town/shared-maps', '/api/town/shared-maps'],
  ['/api/town/shared-maps?scope=all', '/api/town/shared-maps'],
  ['/api/town/shared-maps/AbCd1234?x=1', '/api/town/shared-maps/…'],
  ['/api/town/shared-maps/AbCd1234/more', '/api/town/shared-maps/…/more'],
  ['/town/map/sid/AbCd1234', '/town/map/sid/…'],
  ['/town/map/sid/', '/town/map/sid/'],
])('logs %s as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});
