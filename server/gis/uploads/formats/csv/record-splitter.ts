import { uploadFault, uploadLimits } from '../../upload-source.ts';

/** A row of a CSV file, with the line of its beginning. */
export interface CsvRecord {
  values: readonly string[];
  line: number;
}

const quote = '"';

/**
 * Splits CSV (RFC 4180) into rows while the text arrives; blank lines are skipped. The first line end decides how rows end.
 * Rows without quotation marks, which are most, are split by the engine; csv-parse reads character by character and
 * takes three times as long.
 */
export class RecordSplitter {
  readonly #delimiter: string;
  #lineEnd: string | undefined;
  #text = '';
  #at = 0;
  /** Position of the next quotation mark; -1 when there is none. */
  #quoteAt = -1;
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** @returns the rows that end in the text @throws MappingError `services:invalid-upload` with the line */
  *push(text: string): Generator<CsvRecord> {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    this.#quoteAt = this.#text.indexOf(quote);
    yield* this.#records(false);
    if (this.#text.length - this.#at > uploadLimits.rowBytes)
      throw uploadFault('row-too-long', { line: this.#line }, { most: uploadLimits.rowBytes / 1_000_000 });
  }

  /** @returns the last row, when nothing follows it */
  *end(): Generator<CsvRecord> {
    yield* this.#records(true);
  }

  *#records(isLast: boolean): Generator<CsvRecord> {
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const values = this.#next(isLast);
      if (!values) return;
      if (values.length > 1 || values[0] !== '') yield { values, line };
    }
  }

  /** The next row; undefined when it does not end here. */
  #next(isLast: boolean): string[] | undefined {
    if (this.#quoteAt >= 0 && this.#quoteAt < this.#at) this.#quoteAt = this.#text.indexOf(quote, this.#at);
    this.#lineEnd ??= this.#findLineEnd(isLast);
    const end = this.#lineEnd === undefined ? -1 : this.#text.indexOf(this.#lineEnd, this.#at);
    if (this.#quoteAt >= 0 && (end < 0 || this.#quoteAt < end)) return this.#quotedRow(isLast);
    if (end < 0 && !isLast) return undefined;
    const row = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + (this.#lineEnd?.length ?? 0);
    this.#line += 1;
    return row.split(this.#delimiter);
  }

  /**
   * A line feed, a carriage return or both, outside of quotation marks: within them spreadsheets write line feeds, however they end
   * rows.
   */
  #findLineEnd(isLast: boolean): string | undefined {
    for (const { 0: found, index } of this.#text.matchAll(/"[^"]*(?:"|$)|\r\n|\n|\r/g)) {
      if (found.startsWith(quote)) continue;
      const mayGoOn = found === '\r' && index === this.#text.length - 1;
      return mayGoOn && !isLast ? undefined : found;
    }
    return undefined;
  }

  #quotedRow(isLast: boolean): string[] | undefined {
    const text = this.#text;
    const values: string[] = [];
    for (let at = this.#at; ;) {
      const end = text[at] === quote ? this.#endOfQuoted(at, isLast) : this.#endOfPlain(at);
      if (end === undefined) return undefined;
      const value = text.slice(at, end);
      values.push(value.startsWith(quote) ? value.slice(1, -1).replaceAll('""', quote) : value);
      if (text.startsWith(this.#delimiter, end)) {
        at = end + this.#delimiter.length;
        continue;
      }
      if (end === text.length && !isLast) return undefined;
      const next = end === text.length ? end : end + (this.#lineEnd?.length ?? 0);
      this.#line += Math.max(1, text.slice(this.#at, next).split(this.#lineEnd ?? '\n').length - 1);
      this.#at = next;
      return values;
    }
  }

  /** Where a value in quotation marks ends. */
  #endOfQuoted(start: number, isLast: boolean): number | undefined {
    for (let at = start + 1; ; at += 2) {
      at = this.#text.indexOf(quote, at);
      if (at < 0 || (at === this.#text.length - 1 && !isLast)) {
        if (isLast) throw uploadFault('open-quote', { line: this.#line });
        return undefined;
      }
      if (this.#text[at + 1] === quote) continue;
      const end = at + 1;
      if (end === this.#text.length || this.#endsValue(end, isLast)) return end;
      if (!isLast && end + 1 === this.#text.length) return undefined;
      throw uploadFault('closing-quote', { line: this.#lineAt(end) });
    }
  }

  #endsValue(at: number, isLast: boolean): boolean {
    if (this.#text.startsWith(this.#delimiter, at)) return true;
    this.#lineEnd ??= this.#findLineEnd(isLast);
    return this.#lineEnd !== undefined && this.#text.startsWith(this.#lineEnd, at);
  }

  /** Where a value without quotation marks ends. */
  #endOfPlain(start: number): number {
    const ends = [this.#delimiter, this.#lineEnd].flatMap((mark) => {
      const at = mark === undefined ? -1 : this.#text.indexOf(mark, start);
      return at < 0 ? [] : [at];
    });
    const end = Math.min(this.#text.length, ...ends);
    if (this.#text.slice(start, end).includes(quote))
      throw uploadFault('inner-quote', { line: this.#lineAt(end) });
    return end;
  }

  #lineAt(position: number): number {
    return this.#line + this.#text.slice(this.#at, position).split(this.#lineEnd ?? '\n').length - 1;
  }
}
