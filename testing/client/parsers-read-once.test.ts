import { describe, expect, test } from 'vitest';
import { readFilter as readCategories } from '../../server/gis/geocode/kinds/categories.ts';
import { readCoordinates, readQuery } from '../../server/gis/geocode/query/read-query.ts';
import { readCql2Text } from '../../server/gis/ogc/filter/read-cql2-text.ts';
import { readDatetime } from '../../server/gis/ogc/read-datetime.ts';
import { kindOfFormat, unescapeText } from '../../server/gis/uploads/formats/excel/cell-values.ts';
import { readNumber } from '../../server/gis/uploads/formats/csv/read-csv-file.ts';
import { readCoordinates as readKmlCoordinates } from '../../server/gis/uploads/formats/kml/read-kml-file.ts';
import { parseCondition, parseValue } from '../../server/gis/where/parse.ts';
import {
  parseGuid,
  parseInstant,
  parseInterval,
  parseTimeOfDay,
} from '../../server/gis/where/temporal-literal.ts';
import { parseWkid } from '../../server/platform/arcgis/parse-wkid.ts';
import { readSender, readSmtpUrl } from '../../server/platform/mail/smtp-settings.ts';
import { parseJson } from '../../server/platform/safety/json-shape.ts';
import { parseQuery } from '../../server/portal/search/grammar/parse.ts';
import { withoutElements } from '../../server/portal/search/text/completion-store.ts';
import { termLexemes, words } from '../../server/portal/search/text/words.ts';
import { trimEnd } from '../../wire/trim-end.ts';
import { charactersRead } from '../rig/characters-read.ts';

/** The parsers of texts that callers write. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'search language': parseQuery,
  'indexed words': words,
  'indexed HTML': withoutElements,
  'indexed category': (text) => termLexemes('category', text),
  'where clause': parseCondition,
  'SQL value': (text) => parseValue(text, 'expression'),
  'CQL2 text': (text) => readCql2Text(text, 'filter'),
  'well-known text': (text) => readCql2Text(`S_INTERSECTS(geometry, LINESTRING(${text}`, 'filter'),
  datetime: readDatetime,
  instant: parseInstant,
  'time of day': parseTimeOfDay,
  interval: (text) => parseInterval(text, 'DAY', 'SECOND'),
  GUID: parseGuid,
  'spatial reference': (text) => parseWkid({ wkt: text }, Error, () => -1),
  'spatial reference as text': (text) => parseWkid(`PROJCS[${text}`, Error, () => -1),
  'coordinates of a search': readCoordinates,
  'place name': readQuery,
  'place categories': readCategories,
  'KML coordinates': (text) =>
    readKmlCoordinates({ name: '', text, attributes: {}, children: [], line: 1 } as never),
  'CSV number': readNumber,
  'Excel format': (text) => kindOfFormat(200, text),
  'Excel text': unescapeText,
  JSON: parseJson,
  'mail sender': readSender,
  'mail server': readSmtpUrl,
  'end of an address': (text) => trimEnd(text, '/'),
};

/** What a text may begin with, repeat, and end with: names, numbers, brackets, quotes and separators of all these languages. */
const beginnings = ['', 'aé', "'", '"', '(', '1', '<', 'AUTHORITY["EPSG",'];
const repeated = [
  'a',
  'é',
  ':',
  'a:',
  '1',
  ' ',
  'a ',
  '-',
  '^',
  '*',
  '\\',
  '/',
  '/a',
  ',',
  '.',
  '"',
  "'",
  "''",
  '(',
  '[',
  '<',
  '>',
  '1,',
  '1 ',
  'AND ',
  'a AND ',
  'NOT ',
  '中',
  'ก',
  '] ',
  '_x0041_',
  '"a" ',
  '{',
  'a^',
  '1e',
  '<a',
];
function attempt(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text);
  } catch {
    // An invalid text is read as far as its fault.
  }
}

const length = 400;

describe('a text of twice the length is read twice and not four times', () => {
  test.each(Object.entries(parsers))('%s', (_name, parse) => {
    const work = (text: string) => charactersRead(() => attempt(parse, text));
    const slow = beginnings.flatMap((beginning) =>
      repeated.flatMap((one) =>
        ['', '!'].flatMap((end) => {
          const once = work(beginning + one.repeat(length / one.length) + end);
          const twice = work(beginning + one.repeat((2 * length) / one.length) + end);
          return twice > 2.5 * once + 20 * length ? [{ beginning, one, end, once, twice }] : [];
        }),
      ),
    );
    expect(slow).toEqual([]);
  });
});
