import type { TokenReader } from '../../where/token-reader.ts';
import type { Cql2Geometry } from './cql2.ts';

/** GeoJSON types by the words of well-known text, and how deep their coordinates are nested. */
const types: Readonly<Record<string, { type: string; depth: number }>> = {
  POINT: { type: 'Point', depth: 0 },
  LINESTRING: { type: 'LineString', depth: 1 },
  MULTIPOINT: { type: 'MultiPoint', depth: 1 },
  POLYGON: { type: 'Polygon', depth: 2 },
  MULTILINESTRING: { type: 'MultiLineString', depth: 2 },
  MULTIPOLYGON: { type: 'MultiPolygon', depth: 3 },
};

export function isGeometryWord(name: string): boolean {
  return name === 'BBOX' || Object.hasOwn(types, name);
}

/** Reads what follows the word of a geometry: `(71 51, 72 52)`, or the four numbers of a box. */
export function readWkt(reader: TokenReader, name: string): Cql2Geometry | { bbox: number[] } {
  reader.take('Z');
  const known = types[name];
  if (!known) {
    reader.expectSymbol('(');
    const bbox = [readNumber(reader)];
    while (reader.takeSymbol(',')) bbox.push(readNumber(reader));
    reader.expectSymbol(')');
    return { bbox };
  }
  const { type, depth } = known;
  if (reader.take('EMPTY')) return { type, coordinates: [] };
  if (depth === 0) return { type, coordinates: readPart(reader, 1)[0] };
  return { type, coordinates: readPart(reader, depth, name === 'MULTIPOINT') };
}

/** A list in parentheses: of positions, or of such lists. */
function readPart(reader: TokenReader, depth: number, loose = false): unknown[] {
  reader.expectSymbol('(');
  const readMember = () => {
    if (depth > 1) return readPart(reader, depth - 1);
    // Points of a multipoint have parentheses of their own, or none.
    if (!loose || !reader.takeSymbol('(')) return readNumbers(reader);
    const position = readNumbers(reader);
    reader.expectSymbol(')');
    return position;
  };
  const members = [readMember()];
  while (reader.takeSymbol(',')) members.push(readMember());
  if (!reader.takeSymbol(')')) reader.refuse('“,” or “)”');
  return members;
}

/** The numbers of a position. */
function readNumbers(reader: TokenReader): number[] {
  const numbers = [readNumber(reader)];
  while (reader.peek().kind === 'number' || reader.seesSymbol('-') || reader.seesSymbol('+'))
    numbers.push(readNumber(reader));
  return numbers;
}

function readNumber(reader: TokenReader): number {
  const sign = reader.takeSymbol('-') ? -1 : 1;
  if (sign > 0) reader.takeSymbol('+');
  if (reader.peek().kind !== 'number') return reader.refuse('a number');
  return sign * Number(reader.next().value);
}
