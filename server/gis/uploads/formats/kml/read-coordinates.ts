import { uploadFault } from '../../upload-fault.ts';
import type { XmlElement } from '../../xml/xml-element.ts';

/**
 * Positions of a KML `coordinates` element: `longitude,latitude[,height]` with blanks between.
 * @throws MappingError `services:invalid-upload` at the line of the element
 */
export function readCoordinates({ text, line }: XmlElement): number[][] {
  const positions: number[][] = [];
  for (const tuple of text.split(/\s+/)) {
    if (tuple === '') continue;
    const numbers = tuple.split(',').map(Number);
    const [x = Number.NaN, y = Number.NaN, z] = numbers;
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw uploadFault('no-coordinates', { line }, { text: tuple.slice(0, 40) });
    positions.push(z !== undefined && Number.isFinite(z) ? [x, y, z] : [x, y]);
  }
  return positions;
}
