import type { GridLine } from '../../../map/print/grid-lines.ts';

/** The label of a line of a grid in degrees: 71°25′30″E. Zero minutes and seconds at the end are left out. */
export function gridLabel({ axis, value }: Pick<GridLine, 'axis' | 'value'>): string {
  const total = Math.round(Math.abs(value) * 3600);
  const [degrees, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const sign = total === 0 ? '' : axis === 'x' ? (value < 0 ? 'W' : 'E') : value < 0 ? 'S' : 'N';
  const two = (part: number) => String(part).padStart(2, '0');
  const fine = seconds > 0 ? `${two(minutes)}′${two(seconds)}″` : minutes > 0 ? `${two(minutes)}′` : '';
  return `${degrees}°${fine}${sign}`;
}
