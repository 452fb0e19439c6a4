import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { organisationNameSchema, reservedNames } from './organisation.ts';

const isName = (name: unknown) => organisationNameSchema.safeParse(name).success;

describe('name of an organisation', () => {
  test.each(['demo', 'a', '0-day', 'a'.repeat(63), 'apis', 'my-portal', 'servers', 'a--b', 'a-'])(
    'may be %s',
    (name) => {
      expect(isName(name)).toBe(true);
    },
  );

  test.each([
    '',
    '-a',
    'Demo',
    'a_b',
    'ü',
    'a'.repeat(64),
    'a b',
    'a/b',
    '../a',
    'a.b',
    'demo\n',
    'a%2f',
    7,
    null,
  ])('may not be %j', (name) => {
    expect(isName(name)).toBe(false);
  });

  test.each(reservedNames)('may not be the product’s own %s, and the error says so', (name) => {
    const { error } = organisationNameSchema.safeParse(name);
    expect(error?.issues.map(({ message }) => message)).toEqual(['This name belongs to the product.']);
  });

  test('is always a segment of an address without escaping', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/), (name) => {
        fc.pre(!(reservedNames as readonly string[]).includes(name));
        expect(isName(name)).toBe(true);
        expect(new URL(`https://e.org/${name}`).pathname).toBe(`/${name}`);
      }),
    );
  });

  test('is never changed or cut by an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(text.isWellFormed());
        const cut = new URL(`https://e.org/${encodeURIComponent(text)}`).pathname !== `/${text}`;
        expect(cut && isName(text)).toBe(false);
      }),
    );
  });
});
