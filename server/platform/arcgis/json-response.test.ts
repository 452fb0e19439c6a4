import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { writeJson } from './json-response.ts';

const nested = (levels: number, numbers: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${Array(numbers).fill(1).join()}${']'.repeat(levels)}`);

test('JSON is on one line, and indented for people', () => {
  const body = { a: [1, { b: 'x' }], c: [] };
  expect(writeJson(body, 'json')).toBe('{"a":[1,{"b":"x"}],"c":[]}');
  expect(writeJson(body, 'pjson')).toBe(JSON.stringify(body, null, 2));
  expect(writeJson(body, 'html')).toBe(JSON.stringify(body, null, 2));
});

test('JSON that indenting would make too large stays on one line', () => {
  const body = nested(99, 100_000);
  expect(JSON.stringify(body, null, 2).length).toBeGreaterThan(limits.readableJsonCharacters);
  expect(writeJson(body, 'pjson')).toBe(JSON.stringify(body));
});

test('brackets, commas and quotes in texts are not counted as levels', () => {
  const body = { text: `${'[{,:'.repeat(5000)}"\\` };
  expect(writeJson(body, 'pjson')).toBe(JSON.stringify(body, null, 2));
});
