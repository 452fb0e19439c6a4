import path from 'node:path';
import { type UploadFeature, type UploadFile, type UploadSource, wgs84 } from '../../upload-source.ts';
import { readElements } from '../../xml/read-elements.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.ts';
import { readKmlGeometry } from './read-kml-geometry.ts';

const placemarks = new Set(['Placemark']);

/** KML: every Placemark is a feature. What lies behind network links, and pictures on the ground, is left out. */
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
            yield readPlacemark(element, (feature += 1));
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
