import { type RawBuilder, sql } from 'kysely';
import type { SortStep } from './parameters.ts';

/** Title, tags, snippet, description: from the last to the first, as ts_rank expects them. */
const weights = '{0.02, 0.1, 0.3, 1}';

export interface RankedOrder<Field extends string> {
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
  const isField = (asked: SortStep<Field | 'relevance'>): asked is SortStep<Field> =>
    asked.field !== 'relevance';
  const asked = order.steps.flatMap((each) => (isField(each) ? [step(each)] : relevance));
  const steps = asked.length > 0 ? asked : [...relevance, step(order.otherwise)];
  const descending = (order.steps.at(-1) ?? order.otherwise).descending;
  return sql.join([...steps, sql`${sql.ref(order.key)} ${direction(descending)}`], sql`, `);
}

function direction(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`;
}
