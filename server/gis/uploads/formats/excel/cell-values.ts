/** What a cell contains; empty cells and errors such as #N/A have no value. */
export type CellValue = string | number | boolean;

/** How a number is shown: as an instant, as a time of day, or (undefined) as a number. */
export type NumberKind = 'date' | 'time' | undefined;

/** Ids of number formats that workbooks do not declare (ECMA-376 part 1, 18.8.30), those of East Asian languages included. */
const builtIn: readonly [first: number, last: number, kind: NumberKind][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

/** The kind of numbers with a format: by its code, else by its id. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code !== undefined) return kindOfCode(code);
  return builtIn.find(([first, last]) => id >= first && id <= last)?.[2];
}

function kindOfCode(code: string): NumberKind {
  const letters = code
    .toLowerCase()
    .replaceAll(/"[^"]*"?|\\.|[_*]./g, '')
    .replaceAll(/\[(?![hms]+\])[^\]]*\]?/g, '')
    .split(';', 1)[0] as string;
  // Elapsed time, such as [h]:mm, is a number of days.
  if (/\[[hms]+\]/.test(letters) || letters.includes('general')) return undefined;
  const known = letters.replaceAll(/s[.,]0+/g, 's');
  if (/[0#?@]/.test(known)) return undefined;
  if (/[yd]/.test(known)) return 'date';
  if (/[hs]/.test(known)) return 'time';
  return known.includes('m') ? 'date' : undefined;
}

const dayMilliseconds = 86_400_000;
/** The day after 9999-12-31. */
const endOfDates = 2_958_466;

/**
 * A number of days as text: an instant in UTC, as it is written in the cell, or a time of day. Numbers that Excel cannot
 * show as dates remain numbers.
 */
export function readSerial(days: number, kind: NumberKind, from1904: boolean): CellValue {
  if (kind === undefined || !(days >= 0 && days < endOfDates - (from1904 ? 1462 : 0))) return days;
  if (kind === 'time' && days < 1)
    return new Date(Math.min(Math.round(days * 86_400), 86_399) * 1000).toISOString().slice(11, 19);
  // Excel counts a 29 February 1900: days before it are one day later than those after it suggest.
  const shift = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const instant = new Date(Math.round(days * dayMilliseconds) + shift).toISOString();
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant;
}

/** Characters that XML does not have are written as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}
