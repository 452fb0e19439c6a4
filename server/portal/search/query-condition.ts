import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { limits } from '../../limits.ts';
import { all, queryError, type QueryTree, type TermTree } from './grammar/query-tree.ts';
import type { FieldCondition, Searched, TermUse } from './fields/value-condition.ts';
import type { SortStep } from './parameters.ts';
import { found, textQuery, type WordMatch } from './text/text-condition.ts';
import { words } from './text/words.ts';

export interface QueryCondition {
  /** Undefined: everything matches. */
  condition: RawBuilder<SqlBool> | undefined;
  /** Required free text, as one tsquery for ranking; undefined: there is none. */
  rank: RawBuilder<unknown> | undefined;
}

/** Shorter words match whole only: `a*` finds half of everything. */
const shortestPrefix = 3;

/**
 * Converts a query tree to a condition on the searched table; every value is a parameter.
 * @param parameter `q`, or `filter`: the same language, where text must match exactly and unknown fields are
 * rejected
 * @throws MappingError `portal:query-invalid`
 */
export function queryCondition(
  tree: QueryTree,
  searched: Searched,
  parameter: 'q' | 'filter',
): QueryCondition {
  const ranked: RawBuilder<unknown>[] = [];
  const condition = build(tree, {
    searched,
    parameter,
    ranked,
    texts: { words: 0, joins: 0 },
    negated: false,
  });
  return { condition, rank: ranked.length > 0 ? sql`(${sql.join(ranked, sql` || `)})` : undefined };
}

interface Building {
  searched: Searched;
  parameter: 'q' | 'filter';
  ranked: RawBuilder<unknown>[];
  /** Words searched in texts, and conditions on other tables, so far. */
  texts: { words: number; joins: number };
  negated: boolean;
}

function build(tree: QueryTree, building: Building): RawBuilder<SqlBool> | undefined {
  switch (tree.kind) {
    case 'everything':
      return undefined;
    case 'and':
      return join(
        tree.parts.map((part) => build(part, building)),
        sql` and `,
      );
    case 'or':
      return either(tree.parts, building);
    case 'not': {
      const part = build(tree.part, { ...building, negated: !building.negated });
      // A null value matches nothing, so its negation matches.
      return part && sql<SqlBool>`(${part}) is not true`;
    }
    case 'term':
      return term(tree, building);
  }
}

/** Parts without a restriction (`*`, a lone dash) are dropped, both in AND and in OR. */
function join(parts: readonly (RawBuilder<SqlBool> | undefined)[], operator: RawBuilder<unknown>) {
  const conditions = parts.filter((condition) => condition !== undefined);
  return conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, operator)})`;
}

/** Terms of one field become one condition where the field has one for several values (`anyOf`). */
function either(parts: readonly QueryTree[], building: Building): RawBuilder<SqlBool> | undefined {
  const { fields } = building.searched;
  const together = new Map<NonNullable<FieldCondition['anyOf']>, { texts: Set<string>; position: number }>();
  const conditions = parts.map((part) => {
    const anyOf = part.kind === 'term' ? fieldOf(part, fields)?.anyOf : undefined;
    if (anyOf === undefined || part.kind !== 'term' || part.value.kind === 'range' || isAnything(part.value))
      return build(part, building);
    const known = together.get(anyOf) ?? { texts: new Set(), position: part.position };
    together.set(anyOf, known);
    known.texts.add(part.value.text);
    return undefined;
  });
  for (const [anyOf, { texts, position }] of together) {
    countJoin(building, position);
    conditions.push(anyOf([...texts]));
  }
  return join(conditions, sql` or `);
}

function fieldOf({ field }: TermTree, fields: Searched['fields']): FieldCondition | undefined {
  const name = field?.replace(/[-_]/g, '') ?? '';
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** `field:*` matches anything. */
function isAnything(value: TermTree['value']): boolean {
  return value.kind === 'word' && value.prefix && value.text === '';
}

function term(tree: TermTree, building: Building): RawBuilder<SqlBool> | undefined {
  const { searched, parameter } = building;
  if (tree.field === undefined) return freeText(tree, building);
  const field = fieldOf(tree, searched.fields);
  if (field) return bare(field, tree, building);
  if (parameter === 'filter' || tree.value.kind === 'range') {
    throw queryError(`there is no field “${tree.field}”.`, tree.position);
  }
  // A sentence with a colon: both sides are words.
  const side = { kind: 'word', text: tree.field, prefix: false } as const;
  return build(
    all([
      { ...tree, field: undefined, value: side },
      { ...tree, field: undefined },
    ]),
    building,
  );
}

/** @throws MappingError `portal:query-invalid`: each word becomes several parts of the statement */
function countWords({ texts }: Building, count: number, position: number): void {
  texts.words += count;
  if (texts.words <= limits.searchTextWords) return;
  throw queryError(
    `it looks for more than ${limits.searchTextWords} words in texts and unquoted types. Put types in quotation marks.`,
    position,
  );
}

/**
 * The planner considers all orders of joins, which takes a minute for a hundred. Exclusions become none.
 * @throws MappingError `portal:query-invalid`
 */
function countJoin(building: Building, position: number): void {
  if (building.negated) {
    countWords(building, 1, position);
    return;
  }
  building.texts.joins += 1;
  if (building.texts.joins <= limits.searchJoins) return;
  throw queryError(
    `it has more than ${limits.searchJoins} conditions on groups, access:shared and access:private. Write groups as group:(a OR b).`,
    position,
  );
}

function bare(field: FieldCondition, { value, position, field: name }: TermTree, building: Building) {
  const use: TermUse = {
    exact: building.parameter === 'filter',
    countWords: (count) => countWords(building, count, position),
    countJoin: () => countJoin(building, position),
    refuse: (message) => queryError(message, position),
    name: name ?? '',
  };
  return isAnything(value) ? undefined : field(value, use);
}

function freeText({ value, position }: TermTree, building: Building): RawBuilder<SqlBool> | undefined {
  if (value.kind === 'range') throw queryError('a range needs a field.', position);
  const wanted = words(value.text);
  const last = wanted.at(-1);
  if (last === undefined) return undefined;
  countWords(building, wanted.length, position);
  const match: WordMatch = {
    words: wanted,
    phrase: value.kind === 'phrase',
    // Typed words are prefixes; excluded words match exactly as written.
    prefix:
      value.kind === 'word' &&
      (value.prefix || (!building.negated && building.parameter === 'q' && last.length >= shortestPrefix)),
    terms: building.searched.freeTerms,
  };
  if (!building.negated) building.ranked.push(textQuery(match, true));
  const { textColumn, completions } = building.searched;
  return found(textColumn, textQuery({ ...match, completions }));
}

/** Title, tags, snippet, description: from the last to the first, as ts_rank expects them. */
const weights = '{0.02, 0.1, 0.3, 1}';

interface RankedOrder<Field extends string> {
  textColumn: RawBuilder<unknown>;
  rank: RawBuilder<unknown> | undefined;
  steps: readonly SortStep<Field | 'relevance'>[];
  columns: Readonly<Record<Field, RawBuilder<unknown>>>;
  /** After relevance, without a requested order. */
  otherwise: SortStep<Field>;
  /** Makes the order complete, so that pages never overlap. */
  key: string;
}

/** As requested, else the best match first, else `otherwise`. The best match is first in either direction. */
export function rankedOrder<Field extends string>(order: RankedOrder<Field>): RawBuilder<unknown> {
  const relevance = order.rank
    ? [sql`ts_rank(${sql.lit(weights)}::float4[], ${order.textColumn}, ${order.rank}) desc`]
    : [];
  const step = ({ field, descending }: SortStep<Field>) =>
    sql`${order.columns[field]} ${direction(descending)}`;
  const isField = (each: SortStep<Field | 'relevance'>): each is SortStep<Field> =>
    each.field !== 'relevance';
  const named = order.steps.flatMap((each) => (isField(each) ? [step(each)] : relevance));
  const steps = named.length > 0 ? named : [...relevance, step(order.otherwise)];
  const descending = (order.steps.at(-1) ?? order.otherwise).descending;
  return sql.join([...steps, sql`${sql.ref(order.key)} ${direction(descending)}`], sql`, `);
}

function direction(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`;
}
