import { readFileSync } from 'node:fs';

/** Code points by subset, from CSS ranges such as `U+0100-02BA,U+0304`. */
export function readUnicodeRanges(path: string): Record<string, number[]> {
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(ranges).map(([subset, text]) => [subset, text.split(',').flatMap(expand)]),
  );
}

function expand(range: string): number[] {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
