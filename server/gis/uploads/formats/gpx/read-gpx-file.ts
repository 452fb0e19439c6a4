import path from 'node:path';
import {
  type SourceGeometry,
  type SourceLayer,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  type UploadSource,
  wgs84,
} from '../../upload-source.ts';
import { childrenOf, readElements, textOf, type XmlElement } from '../../xml/read-elements.ts';

const texts = ['name', 'type', 'desc', 'cmt', 'sym', 'src', 'number', 'ele', 'time'] as const;

const collections = [
  { element: 'wpt', name: 'waypoints', read: position },
  { element: 'rte', name: 'routes', read: readRoute },
  { element: 'trk', name: 'tracks', read: readTrack },
] as const;

/** GPX: waypoints, routes and tracks, each a layer where there are some. */
export function openGpx(file: UploadFile): UploadSource {
  const title = path.parse(file.name).name;
  return {
    format: 'gpx',
    facts: { notes: [] },
    layers: collections.map(({ element, name, read }): SourceLayer => {
      const wanted = new Set([element]);
      return {
        name: `${title} ${name}`,
        texts: true,
        reference: () => wgs84,
        async *features() {
          let feature = 0;
          for await (const found of readElements(file, wanted))
            yield [readFeature(found, (feature += 1), read)];
        },
      };
    }),
    close: () => Promise.resolve(),
  };
}

function readFeature(
  element: XmlElement,
  feature: number,
  read: (element: XmlElement) => SourceGeometry | null,
): UploadFeature {
  const properties: Record<string, string> = {};
  for (const key of texts) {
    const value = textOf(element, key);
    if (value !== undefined) properties[key] = value;
  }
  const points = childrenOf(element, 'trkseg').flatMap((segment) => childrenOf(segment, 'trkpt'));
  const [begin, end] = [points[0], points.at(-1)].map((point) => textOf(point, 'time'));
  if (begin !== undefined) properties['begin'] = begin;
  if (end !== undefined) properties['end'] = end;
  return { properties, geometry: read(element), place: { line: element.line, feature } };
}

function readRoute(element: XmlElement): SourceGeometry | null {
  return lines([childrenOf(element, 'rtept')]);
}

function readTrack(element: XmlElement): SourceGeometry | null {
  return lines(childrenOf(element, 'trkseg').map((segment) => childrenOf(segment, 'trkpt')));
}

/** Segments of one point are skipped. */
function lines(segments: XmlElement[][]): SourceGeometry | null {
  const coordinates = segments
    .filter((points) => points.length > 1)
    .map((points) => points.map((point) => position(point).coordinates));
  return coordinates.length > 0 ? { type: 'MultiLineString', coordinates } : null;
}

/** @throws MappingError `services:invalid-upload` at the line of the point */
function position(point: XmlElement): { type: 'Point'; coordinates: number[] } {
  const [longitude, latitude] = [
    Number(point.attributes['lon'] ?? 'none'),
    Number(point.attributes['lat'] ?? 'none'),
  ];
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude))
    throw uploadFault('no-position', { line: point.line });
  const height = Number(textOf(point, 'ele') ?? 'none');
  return {
    type: 'Point',
    coordinates: Number.isFinite(height) ? [longitude, latitude, height] : [longitude, latitude],
  };
}
