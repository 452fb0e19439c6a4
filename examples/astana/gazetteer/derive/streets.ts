import type { Place } from '../../../../server/gis/geocode/place.ts';
import { distanceMetres } from '../../derive/geometry/measure.ts';
import { linesOf, type Position } from '../../derive/geometry/types.ts';
import { isLine, type Element } from '../../derive/osm/element.ts';
import { allNames } from './names.ts';
import { round } from './surroundings.ts';

/** Pieces of one name nearer than this are one street, in metres. */
const gap = 700;

/** Spacing of points along a street, for naming the street of a place. */
const step = 60;

interface Street {
  id: number;
  names: string[];
  lines: Position[][];
  highways: string[];
}

/** Streets and squares by name: all nearby ways with the same name. */
export function streets(elements: Element[]): Place[] {
  const byName = new Map<string, Street[]>();
  for (const element of elements) {
    const names = allNames(element.tags);
    const [name] = names;
    if (!name || !element.tags.highway || !isLine(element)) continue;
    const piece: Street = {
      id: element.id,
      names,
      lines: linesOf(element.geometry),
      highways: [element.tags.highway],
    };
    const groups = byName.get(name) ?? [];
    const touched = groups.filter((group) => near(group, piece));
    byName.set(name, [
      ...groups.filter((group) => !touched.includes(group)),
      [...touched, piece].reduce(join),
    ]);
  }
  return [...byName.values()].flat().map(streetPlace);
}

function join(a: Street, b: Street): Street {
  return {
    id: Math.min(a.id, b.id),
    names: [...new Set([...a.names, ...b.names])],
    lines: [...a.lines, ...b.lines],
    highways: [...a.highways, ...b.highways],
  };
}

function near(a: Street, b: Street): boolean {
  const ends = (street: Street) =>
    street.lines.flatMap((line) => line.filter((_, i) => i % 5 === 0 || i === line.length - 1));
  return ends(a).some((p) => ends(b).some((q) => distanceMetres(p, q) < gap));
}

function streetPlace({ id, names, lines, highways }: Street): Place {
  const positions = lines.flat();
  const xs = positions.map(([x]) => x);
  const ys = positions.map(([, y]) => y);
  const [west, south, east, north] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const [longitude, latitude] = positions.reduce((best, p) =>
    distanceMetres(p, middle) < distanceMetres(best, middle) ? p : best,
  );
  const main = highways.some((highway) => /^(motorway|trunk|primary|secondary)$/.test(highway));
  return {
    id: `street/${id}`,
    kind: 'street',
    names,
    longitude: round(longitude),
    latitude: round(latitude),
    extent: [round(west), round(south), round(east), round(north)],
    along: lines.flatMap(pointsAlong).map(([x, y]) => [round(x), round(y)]),
    ...(main && { importance: 0.36 }),
  };
}

/** The vertices of a line and points between them, one every `step` metres. */
function pointsAlong(line: Position[]): Position[] {
  const kept: Position[] = line.slice(0, 1);
  for (const next of line.slice(1)) {
    const last = kept.at(-1) ?? next;
    const parts = Math.floor(distanceMetres(last, next) / step);
    for (let i = 1; i <= parts; i++) {
      kept.push([last[0] + ((next[0] - last[0]) * i) / parts, last[1] + ((next[1] - last[1]) * i) / parts]);
    }
  }
  return kept;
}
