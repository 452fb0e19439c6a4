/** A row of a list whose rows can be moved. */
export interface ListRow {
  id: string;
  /** The members of a group. */
  rows?: readonly ListRow[];
  /** Whether the members of the group stay in it, and no others are taken. */
  closed?: boolean;
}

/** A place at which a row can be dropped. */
export interface ListPlace {
  /** Identifies the line at which it is shown: above a row, or at the end of a group or of the list. */
  id: string;
  /** The group; undefined for the list itself. */
  group: string | undefined;
  /** Position among the members from 0, without the moved row. */
  index: number;
  /** Number of positions in the group. */
  count: number;
}

export const lineAbove = (row: string) => `above ${row}`;
export const lineAtEnd = (group?: string) => `end ${group ?? ''}`;

/**
 * The places of a row from top to bottom, and the one at which it is. The end of a group is followed by the
 * place below the group.
 *
 * @param groupsNest whether groups can be moved into groups
 */
export function placesFor(
  rows: readonly ListRow[],
  moved: string,
  groupsNest = true,
): { places: ListPlace[]; own: ListPlace | undefined } {
  const found = listWith(rows, moved);
  if (!found) return { places: [], own: undefined };
  const index = found.rows.findIndex(({ id }) => id === moved);
  const enters = groupsNest || !found.rows[index]?.rows;
  const places = found.group?.closed
    ? placesIn(found.rows, found.group.id, moved, false)
    : placesIn(rows, undefined, moved, enters);
  const own = places.find((place) => place.group === found.group?.id && place.index === index);
  return { places, own };
}

function placesIn(
  rows: readonly ListRow[],
  group: string | undefined,
  moved: string,
  enters: boolean,
): ListPlace[] {
  const others = rows.filter(({ id }) => id !== moved);
  const place = (id: string, index: number) => ({ id, group, index, count: others.length + 1 });
  return [
    ...others.flatMap((row, index) => [
      place(lineAbove(row.id), index),
      ...(enters && row.rows && !row.closed ? placesIn(row.rows, row.id, moved, enters) : []),
    ]),
    place(lineAtEnd(group), others.length),
  ];
}

/** The ids of the rows with more than one place. */
export function movableRows(rows: readonly ListRow[], group?: ListRow): string[] {
  const moves = rows.length > 1 || (group !== undefined && !group.closed);
  return rows.flatMap((row) => [...(moves ? [row.id] : []), ...movableRows(row.rows ?? [], row)]);
}

/** The list that contains a row, and its group. */
function listWith(
  rows: readonly ListRow[],
  id: string,
  group?: ListRow,
): { rows: readonly ListRow[]; group: ListRow | undefined } | undefined {
  if (rows.some((row) => row.id === id)) return { rows, group };
  for (const row of rows) {
    const found = row.rows && listWith(row.rows, id, row);
    if (found) return found;
  }
  return undefined;
}

/** Pixels between lines of one height, as if they were below each other. */
const apart = 12;

/**
 * The line nearest to a height. Lines of one height, as at the end of a group, are chosen from above and from below.
 *
 * @param lines from top to bottom, the inner ones of one height first
 */
export function nearestLine<Line extends { y: number }>(lines: readonly Line[], y: number): Line | undefined {
  const distances = lines.map((line) => {
    const same = lines.filter((other) => Math.abs(other.y - line.y) < 1);
    return Math.abs(line.y + (same.indexOf(line) - (same.length - 1) / 2) * apart - y);
  });
  return lines[distances.indexOf(Math.min(...distances))];
}
