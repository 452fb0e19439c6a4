import type { RawBuilder, SqlBool } from 'kysely';
import type { MappingError } from '../../../../wire/errors.ts';
import type { TermValue } from '../grammar/query-tree.ts';
import type { Completions } from '../text/completion-store.ts';
import type { TermKind } from '../text/term-lexeme.ts';

/** How a field's value is meant. */
export interface TermUse {
  /** In a filter: the whole value, not words of it. */
  exact: boolean;
  /** Counts words that are looked for in a text. @throws MappingError `portal:query-invalid` for too many in one search */
  countWords: (count: number) => void;
  /** The error for a value this field cannot take. */
  refuse: (message: string) => MappingError;
  /** The field as written. */
  name: string;
}

/** Builds the condition for `field:value`; undefined says nothing about the row. */
export type FieldCondition = (value: TermValue, use: TermUse) => RawBuilder<SqlBool> | undefined;

/** A table that can be searched. */
export interface Searched {
  /** The tsvector column that free text is looked for in, such as `portal_item.search`. */
  textColumn: RawBuilder<unknown>;
  /** Kinds of whole values that free text finds too. */
  freeTerms: readonly TermKind[];
  /** What free words may become, where the table keeps its words. */
  completions?: Completions | undefined;
  /** By lower-case name without dashes and underscores. */
  fields: Readonly<Record<string, FieldCondition>>;
}
