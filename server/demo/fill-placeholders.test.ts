import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from './read-demo.ts';
import { stableId } from './users.ts';

describe('fillPlaceholders', () => {
  test('inserts ids and addresses', () => {
    const filled = fillPlaceholders('{"a":"{{item:stops}}","b":"{{portal}}/x","c":"{{group:admins}}"}', {
      portal: 'http://h/portal',
    });
    expect(JSON.parse(filled)).toEqual({
      a: stableId('item', 'stops'),
      b: 'http://h/portal/x',
      c: stableId('group', 'admins'),
    });
  });

  test.each(['{{nobody}}', '{{item}}', '{{nobody:x}}', '{{portal:x}}'])('rejects %s', (text) => {
    expect(() => fillPlaceholders(text, { portal: 'p' })).toThrow(/unknown placeholder/);
  });

  test('leaves popup templates unchanged', () => {
    expect(fillPlaceholders('{name} {expression/x}', {})).toBe('{name} {expression/x}');
  });
});

test('makes stable ids of 32 hex digits that differ by kind and key', () => {
  const ids = [stableId('item', 'a'), stableId('item', 'b'), stableId('group', 'a'), stableId('folder', 'a')];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
