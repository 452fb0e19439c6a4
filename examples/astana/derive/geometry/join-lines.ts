import type { Position } from './types.ts';

/**
 * Joins lines end to end into the longest possible chains; ends closer than `tolerance` (in the unit of the
 * coordinates) count as one place. A line may be reversed unless `keepDirection` is set.
 */
export function joinLines(lines: Position[][], tolerance: number, keepDirection = false): Position[][] {
  const rest = new Set(lines.filter((line) => line.length > 1));
  const ends = new Map<string, Set<Position[]>>();
  const key = (point: Position | undefined) =>
    point ? `${Math.round(point[0] / tolerance)}:${Math.round(point[1] / tolerance)}` : '';
  for (const line of rest) {
    for (const end of [line[0], line[line.length - 1]]) {
      const group = ends.get(key(end)) ?? new Set();
      ends.set(key(end), group.add(line));
    }
  }
  const take = (at: Position | undefined, chainEnd: 'tail' | 'head') => {
    for (const line of ends.get(key(at)) ?? []) {
      if (!rest.has(line)) continue;
      const fits = key(chainEnd === 'tail' ? line[0] : line[line.length - 1]) === key(at);
      if (!fits && keepDirection) continue;
      rest.delete(line);
      return fits ? line : line.toReversed();
    }
    return undefined;
  };

  const chains: Position[][] = [];
  for (const start of rest) {
    rest.delete(start);
    let chain = [...start];
    for (
      let next = take(chain[chain.length - 1], 'tail');
      next;
      next = take(chain[chain.length - 1], 'tail')
    ) {
      chain.push(...next.slice(1));
    }
    for (let next = take(chain[0], 'head'); next; next = take(chain[0], 'head')) {
      chain = [...next.slice(0, -1), ...chain];
    }
    chains.push(chain);
  }
  return chains;
}
