import { isObject } from '../../../wire/json.ts';
import { parseJson } from '../safety/json-shape.ts';

/**
 * The number of a spatial reference as clients write one: a number, `{"wkid":4326}`, `{"wkt":…}`, `EPSG:4326`, or that JSON as
 * text. Undefined when it is absent.
 * @param invalid makes the error for anything else
 * @param codeOfWkt the code of a well-known text without an authority, below 0; absent: such a text is invalid
 */
export function parseWkid(
  value: unknown,
  invalid: (problem: string) => Error,
  codeOfWkt?: (wkt: string) => number,
): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const parsed = typeof value === 'string' ? parseText(value) : value;
  const code = isObject(parsed) ? codeOf(parsed) : parsed;
  if (code === undefined && isObject(parsed)) return codeOfText(parsed['wkt'], invalid, codeOfWkt);
  // Some clients quote the number. Other values are not converted: the `toString` of an object may be anything.
  const wkid = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : code;
  if (typeof wkid !== 'number' || !Number.isInteger(wkid) || wkid < 1)
    throw invalid('Expected the number (wkid) of a spatial reference.');
  return wkid;
}

function parseText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    const trimmed = text.trim();
    if (/^(PROJ|GEO[GD])[A-Z]*\s*\[/i.test(trimmed)) return { wkt: trimmed };
    const code = /^EPSG:(\d+)$/i.exec(trimmed)?.[1];
    return code && Number(code);
  }
}

function codeOf(json: Record<string, unknown>): unknown {
  return json['latestWkid'] ?? json['wkid'] ?? undefined;
}

function codeOfText(
  wkt: unknown,
  invalid: (problem: string) => Error,
  codeOfWkt: ((wkt: string) => number) | undefined,
): number | undefined {
  if (typeof wkt !== 'string') return undefined;
  // The authority at the end of a WKT is that of the whole system.
  const authority = /(?:AUTHORITY\["EPSG",\s*"?|ID\["EPSG",\s*)(\d+)"?\]\s*\]\s*$/i.exec(wkt)?.[1];
  if (authority) return Number(authority);
  if (codeOfWkt) return codeOfWkt(wkt);
  throw invalid('Specify the spatial reference by its number (wkid).');
}
