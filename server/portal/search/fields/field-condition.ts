import type { RawBuilder, SqlBool } from 'kysely';
import type { MappingError } from '../../../../wire/errors.ts';
import type { TermValue } from '../grammar/query-tree.ts';
import type { Completions } from '../text/completion-store.ts';
import type { TermKind } from '../text/term-lexeme.ts';

/** How a field's value is matched. */
export interface TermUse {
  /** In a filter: the whole value, not words of it. */
  exact: boolean;
  /**
   * Counts words searched in texts. @throws MappingError `portal:query-invalid` for too many in one search
   */
  countWords: (count: number) => void;
  /** The error for a value this field does not accept. */
  refuse: (message: string) => MappingError;
  /** The field as written. */
  name: string;
}

/** Builds the condition for `field:value`; undefined if it restricts nothing. */
export type FieldCondition = (value: TermValue, use: TermUse) => RawBuilder<SqlBool> | undefined;

/** A table that can be searched. */
export interface Searched {
  /** The tsvector column for free text, such as `portal_item.search`. */
  textColumn: RawBuilder<unknown>;
  /** Kinds of whole values that free text matches too. */
  freeTerms: readonly TermKind[];
  /** Completions of free words, if the table has an index of words. */
  completions?: Completions | undefined;
  /** By lower-case name without dashes and underscores. */
  fields: Readonly<Record<string, FieldCondition>>;
}
