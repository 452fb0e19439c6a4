import { CsvError, type Info, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { uploadFault } from '../../upload-fault.ts';
import { uploadLimits } from '../../upload-limits.ts';

/** A row of a CSV file, with the line it begins on. */
export interface CsvRecord {
  values: readonly string[];
  line: number;
}

/**
 * Reads rows of text; blank lines are passed over.
 * @throws MappingError `services:invalid-upload` with the line
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: uploadLimits.rowBytes,
  });
  const source = Readable.from(text, { objectMode: true });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  try {
    for await (const found of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { values: found.record, line };
      // The parser counts up to the end of a row; the next one begins after it.
      line = found.info.lines + 1;
    }
  } catch (error) {
    // Not every code of the parser begins with CSV_.
    throw error instanceof CsvError ? explain(error, lineOf(error) ?? line) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Rows are read ahead, so the error itself knows best where it is. */
function lineOf({ code, message }: CsvError): number | undefined {
  // A mark never closed is told at the end of the file; where its row begins is of use.
  if (code === 'CSV_QUOTE_NOT_CLOSED') return undefined;
  const line = /at line (\d+)/.exec(message)?.[1];
  return line === undefined ? undefined : Number(line);
}

function explain(error: CsvError, line: number) {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return uploadFault('open-quote', { line });
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return uploadFault('closing-quote', { line });
    case 'INVALID_OPENING_QUOTE':
      return uploadFault('inner-quote', { line });
    case 'CSV_MAX_RECORD_SIZE':
      return uploadFault('row-too-long', { line }, { most: uploadLimits.rowBytes / 1_000_000 });
    default:
      return uploadFault('broken-row', { line }, { reason: error.message.slice(0, 200) });
  }
}
