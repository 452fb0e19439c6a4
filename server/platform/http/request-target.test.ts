import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalTarget } from './request-target.ts';

test.each([
  ['a plain target', '/portal/sharing/rest/search?q=%61', '/portal/sharing/rest/search?q=%61'],
  ['an encoded letter', '/%70ortal/sharing/rest', '/portal/sharing/rest'],
  ['encoded digits and signs', '/a%30%2d%2E%5f%7E', '/a0-._~'],
  ['an absolute form', 'http://host:80/portal/a?b', '/portal/a?b'],
  ['an absolute form with an encoded letter', 'HTTP://host/%61pi', '/api'],
  ['an absolute form without a path', 'http://host', '/'],
  ['an absolute form without a path, with a query', 'http://host?a', '/?a'],
  ['reserved characters', '/a%2Fb%3fc%25%37%30', '/a%2Fb%3fc%2570'],
  ['letters beyond ASCII', '/%C3%A4/%E4%B8%AD', '/%C3%A4/%E4%B8%AD'],
  ['an encoding of an encoding', '/%2570ortal', '/%2570ortal'],
  ['a broken encoding', '/%%370ortal', '/%%370ortal'],
  ['the target of OPTIONS', '*', '*'],
])('%s', (_what, target, expected) => {
  expect(normalTarget(target)).toBe(expected);
});

test('a target has one spelling, which means the same', () => {
  const hex = [...'0123456789abcdefABCDEF'];
  const encoded = fc
    .tuple(fc.constantFrom(...hex), fc.constantFrom(...hex))
    .map((pair) => `%${pair.join('')}`);
  const part = fc.oneof(encoded, fc.constantFrom('/', 'a', 'Z', '%', '7', '-', '.'));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const target = `/${parts.join('')}`;
      const normal = normalTarget(target);
      expect(normalTarget(normal)).toBe(normal);
      expect(decodeBytes(normal)).toBe(decodeBytes(target));
    }),
  );
});

/** As bytes, one a character, so that no sequence of them is invalid. */
function decodeBytes(text: string): string {
  return text.replace(/%([\dA-F]{2})/gi, (_encoded, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
