import { uploadFault } from '../../upload-fault.ts';
import type { SourceGeometry } from '../../upload-source.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { readCoordinates } from './read-coordinates.ts';

const readers: Readonly<Record<string, (element: XmlElement) => SourceGeometry | null>> = {
  Point: (element) => {
    const [position] = positions(element);
    return position ? { type: 'Point', coordinates: position } : null;
  },
  LineString: readLine,
  LinearRing: readLine,
  Polygon: readPolygon,
  Track: (element) => {
    const line = childrenOf(element, 'coord').map(({ text, line: at }) => {
      const numbers = text.trim().split(/\s+/).map(Number);
      if (numbers.length < 2 || !numbers.every(Number.isFinite))
        throw uploadFault('no-coordinates', { line: at }, { text: text.slice(0, 40) });
      return numbers.slice(0, 3);
    });
    return line.length > 1 ? { type: 'LineString', coordinates: line } : null;
  },
  MultiGeometry: readCollection,
  MultiTrack: readCollection,
};

/** The geometry among the children of a Placemark or MultiGeometry; null when there is none. */
export function readKmlGeometry(parent: XmlElement): SourceGeometry | null {
  for (const child of parent.children) {
    const read = readers[child.name];
    if (read) return read(child);
  }
  return null;
}

function readCollection(element: XmlElement): SourceGeometry | null {
  const geometries = element.children.flatMap((child) => readers[child.name]?.(child) ?? []);
  return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null;
}

function readLine(element: XmlElement): SourceGeometry | null {
  const line = positions(element);
  return line.length > 1 ? { type: 'LineString', coordinates: line } : null;
}

function readPolygon(element: XmlElement): SourceGeometry | null {
  const rings = [...childrenOf(element, 'outerBoundaryIs'), ...childrenOf(element, 'innerBoundaryIs')]
    .flatMap((boundary) => childrenOf(boundary, 'LinearRing'))
    .map(positions);
  return (rings[0]?.length ?? 0) > 2 ? { type: 'Polygon', coordinates: rings } : null;
}

function positions(element: XmlElement): number[][] {
  const coordinates = childOf(element, 'coordinates');
  return coordinates ? readCoordinates(coordinates) : [];
}
