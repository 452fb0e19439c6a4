import { describe, expect, it } from 'vitest';
import { type ListRow, movableRows, nearestLine, placesFor } from './list-places.ts';

/** `a`, a group of `b` and `c`, an empty group, a closed group of `d` and `e`. */
const rows: ListRow[] = [
  { id: 'a' },
  { id: 'g', rows: [{ id: 'b' }, { id: 'c' }] },
  { id: 'empty', rows: [] },
  { id: 'closed', closed: true, rows: [{ id: 'd' }, { id: 'e' }] },
];

function shapesOf(moved: string, groupsNest?: boolean): { places: string; own: string } {
  const { places, own } = placesFor(rows, moved, groupsNest);
  const shape = (place = own) => `${place?.group ?? ''}${place?.index}`;
  return { places: places.map(shape).join(' '), own: shape() };
}

describe('the places of a row', () => {
  it.each([
    ['of the list', 'a', '0 g0 g1 g2 1 empty0 2 3', '0'],
    ['of a group', 'c', '0 1 g0 g1 2 empty0 3 4', 'g1'],
    ['that is a group', 'g', '0 1 empty0 2 3', '1'],
    ['that is an empty group', 'empty', '0 1 g0 g1 g2 2 3', '2'],
    ['that is a closed group', 'closed', '0 1 g0 g1 g2 2 empty0 3', '3'],
    ['of a closed group', 'd', 'closed0 closed1', 'closed0'],
  ])('%s', (_what, moved, places, own) => {
    expect(shapesOf(moved)).toEqual({ places, own });
  });

  it('that is a group are not in groups where groups do not nest', () => {
    expect(shapesOf('empty', false).places).toBe('0 1 2 3');
    expect(shapesOf('a', false).places).toContain('g0');
  });

  it('are none for a row that is no longer there', () => {
    expect(placesFor(rows, 'gone')).toEqual({ places: [], own: undefined });
  });
});

it.each([
  ['all', rows],
  ['a single one', [{ id: 'a' }]],
  ['a group with one', [{ id: 'g', rows: [{ id: 'a' }] }]],
  ['a closed group with one', [{ id: 'g', closed: true, rows: [{ id: 'a' }] }]],
  ['a closed group with two', [{ id: 'g', closed: true, rows: [{ id: 'a' }, { id: 'b' }] }]],
])('rows can be moved if they have several places: %s', (_which, list: ListRow[]) => {
  const ids = list.flatMap(({ id, rows: members = [] }) => [id, ...members.map((member) => member.id)]);
  expect(movableRows(list)).toEqual(ids.filter((id) => placesFor(list, id).places.length > 1));
});

describe('the nearest line', () => {
  const lines = [
    { id: 'above', y: 0 },
    { id: 'end of the inner group', y: 44 },
    { id: 'end of the group', y: 44 },
    { id: 'below', y: 44 },
    { id: 'end', y: 88 },
  ];
  it.each([
    [-20, 'above'],
    [30, 'end of the inner group'],
    [44, 'end of the group'],
    [60, 'below'],
    [500, 'end'],
  ])('of height %i is %s', (y, id) => {
    expect(nearestLine(lines, y)?.id).toBe(id);
  });
});
