import { decodeWkb } from '../geometry/wkb.ts';

/** Reads a value of PostgreSQL's binary format: its bytes, its place and its length. */
export type ValueReader = (bytes: Buffer, at: number, length: number) => unknown;

/** Days and milliseconds between 1970 and 2000, where PostgreSQL counts from. */
const [epochDays, epoch] = [10_957, 946_684_800_000];
const dayMilliseconds = 86_400_000;

const readText: ValueReader = (bytes, at, length) => bytes.toString('utf8', at, at + length);

/** Readers of the columns of features, by type number. */
const readers: Readonly<Record<number, ValueReader>> = {
  16: (bytes, at) => bytes[at] === 1,
  17: (bytes, at, length) => decodeWkb(bytes, at, length),
  20: readInt8,
  21: (bytes, at) => bytes.readInt16BE(at),
  23: (bytes, at) => bytes.readInt32BE(at),
  25: readText,
  700: (bytes, at) => shortestDecimal(bytes.readFloatBE(at)),
  701: (bytes, at) => bytes.readDoubleBE(at),
  1082: (bytes, at) => dateText(bytes.readInt32BE(at)),
  1083: (bytes, at) => timeText(readInt8(bytes, at)),
  1114: readMoment,
  1700: readNumeric,
  2950: (bytes, at) =>
    bytes.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
};

/** @throws Error for a type that no column of features has */
export function readerOf(type: number): ValueReader {
  const reader = readers[type];
  if (!reader) throw new Error(`No reader for PostgreSQL's type ${type}.`);
  return reader;
}

export function readInt8(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4);
}

/** The least single-precision number of full precision. */
const smallest = 1.17549435e-38;

/** The number of the fewest digits that a single-precision number stands for: 0.1, not 0.10000000149011612. */
function shortestDecimal(value: number): number {
  // The smallest of all have fewer digits.
  for (let digits = Math.abs(value) < smallest ? 1 : 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}

/** Epoch milliseconds of a timestamp, which is in microseconds. */
export function readMoment(bytes: Buffer, at: number): number {
  const microseconds = bytes.readBigInt64BE(at);
  const milliseconds = microseconds / 1000n;
  return Number(microseconds % 1000n < 0n ? milliseconds - 1n : milliseconds) + epoch;
}

/** As PostgreSQL writes it: 2026-11-28. */
function dateText(days: number): string {
  const date = new Date((days + epochDays) * dayMilliseconds);
  const year = date.getUTCFullYear();
  const two = (value: number) => String(value).padStart(2, '0');
  const shown = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return `${shown}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}${year > 0 ? '' : ' BC'}`;
}

/** As PostgreSQL writes it: 09:30:00, with a fraction if there is one. */
function timeText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1e6);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
  let fraction = microseconds % 1e6;
  if (fraction === 0) return text;
  let digits = 6;
  for (; fraction % 10 === 0; fraction /= 10) digits -= 1;
  return `${text}.${String(fraction).padStart(digits, '0')}`;
}

/** Digits to the base of 10,000, of which `weight` + 1 are before the point. */
function readNumeric(bytes: Buffer, at: number): number {
  const count = bytes.readUInt16BE(at);
  const weight = bytes.readInt16BE(at + 2);
  const sign = bytes.readUInt16BE(at + 4);
  const special = { 0xc000: Number.NaN, 0xd000: Infinity, 0xf000: -Infinity }[sign];
  if (special !== undefined) return special;
  let digits = '';
  for (let index = 0; index < count; index += 1)
    digits += String(bytes.readUInt16BE(at + 8 + index * 2)).padStart(4, '0');
  const value = Number(`${digits || '0'}e${(weight + 1 - count) * 4}`);
  return sign === 0x4000 ? -value : value;
}
