import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from './read-demo.ts';
import { stableId } from './stable-id.ts';

describe('fillPlaceholders', () => {
  test('puts in ids and addresses', () => {
    const filled = fillPlaceholders('{"a":"{{item:stops}}","b":"{{portal}}/x","c":"{{group:admins}}"}', {
      portal: 'http://h/portal',
    });
    expect(JSON.parse(filled)).toEqual({
      a: stableId('item', 'stops'),
      b: 'http://h/portal/x',
      c: stableId('group', 'admins'),
    });
  });

  test.each(['{{nobody}}', '{{item}}', '{{nobody:x}}', '{{portal:x}}'])('refuses %s', (text) => {
    expect(() => fillPlaceholders(text, { portal: 'p' })).toThrow(/unknown placeholder/);
  });

  test('leaves popup templates alone', () => {
    expect(fillPlaceholders('{name} {expression/x}', {})).toBe('{name} {expression/x}');
  });
});

test('stable ids are 32 hex digits and differ by kind and key', () => {
  const ids = [stableId('item', 'a'), stableId('item', 'b'), stableId('group', 'a'), stableId('folder', 'a')];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
