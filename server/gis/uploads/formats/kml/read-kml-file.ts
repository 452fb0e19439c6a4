import {
  type SourceGeometry,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';
import { childOf, childrenOf, readElements, textOf, type XmlElement } from '../../xml/read-elements.ts';
import path from 'node:path';

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

const readers: ReadonlyMap<string, (element: XmlElement) => SourceGeometry | null> = new Map([
  ['Point', readPoint],
  ['LineString', readLine],
  ['LinearRing', readLine],
  ['Polygon', readPolygon],
  ['Track', readTrack],
  ['MultiGeometry', readCollection],
  ['MultiTrack', readCollection],
]);

/** The geometry among the children of a Placemark or MultiGeometry; null when there is none. */
function readKmlGeometry(parent: XmlElement): SourceGeometry | null {
  for (const child of parent.children) {
    const read = readers.get(child.name);
    if (read) return read(child);
  }
  return null;
}

function readCollection(element: XmlElement): SourceGeometry | null {
  const geometries = element.children.flatMap((child) => readers.get(child.name)?.(child) ?? []);
  return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null;
}

function readPoint(element: XmlElement): SourceGeometry | null {
  const [position] = positions(element);
  return position ? { type: 'Point', coordinates: position } : null;
}

function readTrack(element: XmlElement): SourceGeometry | null {
  const line = childrenOf(element, 'coord').map(({ text, line: at }) => {
    const numbers = text.trim().split(/\s+/).map(Number);
    if (numbers.length < 2 || !numbers.every(Number.isFinite))
      throw uploadFault('no-coordinates', { line: at }, { text: text.slice(0, 40) });
    return numbers.slice(0, 3);
  });
  return line.length > 1 ? { type: 'LineString', coordinates: line } : null;
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

const placemarks = new Set(['Placemark']);

/** KML: every Placemark is a feature. Network links and ground overlays are ignored. */
export function openKml(file: UploadFile): UploadSource {
  return {
    format: 'kml',
    facts: { notes: [] },
    layers: [
      {
        name: path.parse(file.name).name,
        texts: true,
        reference: () => wgs84,
        async *features() {
          let feature = 0;
          for await (const element of readElements(file, placemarks))
            yield [readPlacemark(element, (feature += 1))];
        },
      },
    ],
    close: () => Promise.resolve(),
  };
}

function readPlacemark(element: XmlElement, feature: number): UploadFeature {
  const properties: Record<string, string | null> = { name: textOf(element, 'name') ?? null };
  const set = (key: string, value: string | undefined) => {
    if (value !== undefined && key !== '') properties[key] = value;
  };
  for (const key of ['description', 'address', 'phoneNumber']) set(key, textOf(element, key));
  set('time', textOf(childOf(element, 'TimeStamp'), 'when'));
  set('begin', textOf(childOf(element, 'TimeSpan'), 'begin'));
  set('end', textOf(childOf(element, 'TimeSpan'), 'end'));
  const extended = childOf(element, 'ExtendedData');
  for (const data of childrenOf(extended, 'Data')) set(data.attributes['name'] ?? '', textOf(data, 'value'));
  for (const schema of childrenOf(extended, 'SchemaData')) {
    for (const data of childrenOf(schema, 'SimpleData'))
      set(data.attributes['name'] ?? '', data.text.trim() || undefined);
  }
  return { properties, geometry: readKmlGeometry(element), place: { line: element.line, feature } };
}
