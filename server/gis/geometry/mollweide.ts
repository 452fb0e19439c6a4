import proj4 from 'proj4';

/** The latitude of the poles in radians, with the rounding of conversions before. */
const pole = Math.PI / 2 + 1e-9;

interface Position {
  x: number;
  y: number;
}

/** A method of the projection that it is called for. */
type Forward = (this: unknown, position: Position) => Position;

/**
 * Makes positions beyond the poles unreachable in the Mollweide projection of proj4, whose own loop never ends for many of them and
 * for NaN. Requests bring both: swapped coordinates, and well-known texts whose datum is shifted by any distance.
 */
export function boundMollweide(): void {
  const { projections } = proj4.Proj;
  const mollweide = projections.get('moll');
  if (!mollweide) throw new Error('proj4 has no Mollweide projection.');
  const convert = mollweide.forward as unknown as Forward;
  const forward: Forward = function (position) {
    if (Math.abs(position.y) <= pole) return convert.call(this, position);
    return { x: Number.NaN, y: Number.NaN };
  };
  projections.add({ ...mollweide, forward: forward as unknown as typeof mollweide.forward }, 0);
}
