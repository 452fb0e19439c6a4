import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { parseQuery } from './parse.ts';
import { all, any, negate, printQuery, type QueryTree, type TermValue } from './query-tree.ts';

/** A tree without positions, which depend on the notation. */
function bare(tree: QueryTree): unknown {
  switch (tree.kind) {
    case 'term':
      return { field: tree.field, ...tree.value };
    case 'not':
      return { not: bare(tree.part) };
    case 'and':
    case 'or':
      return { [tree.kind]: tree.parts.map(bare) };
    case 'everything':
      return {};
  }
}

const word = (text: string, field?: string) => ({ field, kind: 'word', text, prefix: false });
const phrase = (text: string, field?: string) => ({ field, kind: 'phrase', text });

describe('queries of ArcGIS clients', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['   ', {}],
    ['*', { kind: 'word', text: '', prefix: true }],
    ['parks', word('parks')],
    ['type:"Web Map"', phrase('Web Map', 'type')],
    ['-type:"Web Application"', { not: phrase('Web Application', 'type') }],
    [
      'type:"Web Map" -type:"Web Application"',
      { and: [phrase('Web Map', 'type'), { not: phrase('Web Application', 'type') }] },
    ],
    ['owner:ada', word('ada', 'owner')],
    ['OWNER:ada', word('ada', 'owner')],
    [
      '(title:"X" AND owner:o) OR (title:"Y" AND owner:p)',
      {
        or: [
          { and: [phrase('X', 'title'), word('o', 'owner')] },
          { and: [phrase('Y', 'title'), word('p', 'owner')] },
        ],
      },
    ],
    ['id: x AND group: g1', { and: [word('x', 'id'), word('g1', 'group')] }],
    ['tags:a b', { and: [word('a', 'tags'), word('b')] }],
    ['(parks)^2 trees^0.5', { and: [word('parks'), word('trees')] }],
    ['tags:(a OR "b c")', { or: [word('a', 'tags'), phrase('b c', 'tags')] }],
    ['a AND (b AND c)', { and: [word('a'), word('b'), word('c')] }],
    ['a OR b c', { or: [word('a'), { and: [word('b'), word('c')] }] }],
    ['a NOT b', { and: [word('a'), { not: word('b') }] }],
    ['a NOT -b', { and: [word('a'), word('b')] }],
    ['+a +b', { and: [word('a'), word('b')] }],
    ['a - b', { and: [word('a'), word('-'), word('b')] }],
    ['well-known', word('well-known')],
    ['park*', { kind: 'word', text: 'park', prefix: true }],
    ['title:park*', { field: 'title', kind: 'word', text: 'park', prefix: true }],
    ['"say \\"hi\\" \\\\ all"', phrase('say "hi" \\ all')],
    ['12:30', word('12:30')],
    ['\\AND', word('AND')],
    ['state:OR', word('OR', 'state')],
    ['owner:-x', word('-x', 'owner')],
  ])('%s', (text, expected) => {
    expect(bare(parseQuery(text))).toEqual(expected);
  });

  test.each<[string, TermValue]>([
    [
      'modified:[1000000000000 TO 2000000000000]',
      { kind: 'range', from: '1000000000000', to: '2000000000000', fromIncluded: true, toIncluded: true },
    ],
    [
      'numviews:{5 TO *}',
      { kind: 'range', from: '5', to: undefined, fromIncluded: false, toIncluded: false },
    ],
    [
      'created:[* TO "2026-01-01"}',
      { kind: 'range', from: undefined, to: '2026-01-01', fromIncluded: true, toIncluded: false },
    ],
    ['n:[-5 TO -1]', { kind: 'range', from: '-5', to: '-1', fromIncluded: true, toIncluded: true }],
  ])('the range %s', (text, value) => {
    expect(parseQuery(text)).toMatchObject({ kind: 'term', value });
  });
});

describe('unreadable queries are rejected with a position', () => {
  test.each([
    ['"open', 0],
    ['a (b', 2],
    ['a ) b', 2],
    ['a AND', 5],
    ['AND a', 0],
    [`${'a '.repeat(1000)}b`, 2000],
    ['图'.repeat(2001), 2000],
    ['title:', 6],
    ['title: )', 7],
    ['created:[1 2]', 11],
    ['created:[1 TO 2', 8],
    ['[1 TO 2]', 0],
    ['()', 1],
    ['NOT', 3],
    ['('.repeat(200), 100],
    ['x'.repeat(20_001), 20_000],
  ])('%s at %i', (text, position) => {
    expect(attempt(text)).toMatchObject({
      id: 'portal:query-invalid',
      status: 400,
      faults: [{ path: `character ${position + 1}` }],
    });
  });
});

/** The tree, or the error: MappingError with status 400, the only one allowed. */
function attempt(text: string): QueryTree | MappingError {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof MappingError && error.status === 400) return error;
    throw error;
  }
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const tricky = fc.constantFrom(
  'AND',
  'OR',
  'NOT',
  'TO',
  '*',
  '-a',
  '+',
  'a:b',
  '^2',
  '\\',
  '"',
  '(',
  'a b',
  'type',
);
const text = fc.oneof(anyText, tricky);
const field = fc.constantFrom(undefined, 'title', 'owner', 'num-views');
const term: fc.Arbitrary<QueryTree> = fc.oneof(
  fc.record({
    kind: fc.constant('term' as const),
    field,
    value: fc.oneof(
      fc.record({ kind: fc.constant('word' as const), text, prefix: fc.boolean() }),
      fc.record({ kind: fc.constant('phrase' as const), text: fc.oneof(text, fc.constant('')) }),
    ),
    position: fc.constant(0),
  }),
  fc.record({
    kind: fc.constant('term' as const),
    field: fc.constantFrom('created', 'modified'),
    value: fc.record({
      kind: fc.constant('range' as const),
      from: fc.option(text, { nil: undefined }),
      to: fc.option(text, { nil: undefined }),
      fromIncluded: fc.boolean(),
      toIncluded: fc.boolean(),
    }),
    position: fc.constant(0),
  }),
);
const tree = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    term,
    fc.array(tie('tree'), { minLength: 2, maxLength: 4 }).map(all),
    fc.array(tie('tree'), { minLength: 2, maxLength: 4 }).map(any),
    tie('tree').map(negate),
  ),
})).tree;

describe('any text and tree', () => {
  test('prints to a query that parses to the same tree', () => {
    fc.assert(
      fc.property(tree, (given) => {
        expect(bare(parseQuery(printQuery(given)))).toEqual(bare(given));
      }),
    );
  });

  const pieces = fc.array(
    fc.oneof(
      anyText,
      tricky,
      fc.constantFrom(' ', ':', ')', '[', ']', '{', '}', ' TO ', ' AND ', ' OR ', ' -', 'title:', '^', '~'),
    ),
    { maxLength: 20 },
  );
  test('parses or is rejected with 400, and survives printing', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const given = parts.join('');
        const read = attempt(given);
        fc.pre(!(read instanceof MappingError));
        expect(bare(parseQuery(printQuery(read)))).toEqual(bare(read));
      }),
      { numRuns: 500, maxSkipsPerRun: 1000 },
    );
  });

  test('parses a long row of operators without recursion', () => {
    expect(bare(parseQuery(`${'-'.repeat(15_000)}a`))).toEqual(word('a'));
  });
});
