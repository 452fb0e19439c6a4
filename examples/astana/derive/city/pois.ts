import type { MapFeature } from '../basemap/map-feature.ts';
import { labelPoint } from '../geometry/label-point.ts';
import { squareMetres } from '../geometry/measure.ts';
import { isArea, isLine, type Element } from '../osm/element.ts';
import { namesOf } from '../osm/names.ts';
import { zoomForArea } from './zoom-for-area.ts';

/** First zoom of a point of interest by tag and value; the first match in this order counts. */
const kinds: [tag: string, zooms: Record<string, number>][] = [
  ['railway', { station: 12 }],
  [
    'amenity',
    {
      university: 13,
      hospital: 13,
      theatre: 14,
      marketplace: 14,
      townhall: 15,
      library: 15,
      school: 15,
      college: 15,
      kindergarten: 15,
      bus_station: 13,
      place_of_worship: 14,
      cinema: 15,
      arts_centre: 15,
      police: 15,
      post_office: 15,
      fire_station: 15,
      restaurant: 15,
      cafe: 15,
      bank: 15,
      pharmacy: 15,
      fuel: 15,
    },
  ],
  ['tourism', { museum: 14, attraction: 14, hotel: 15, zoo: 13, gallery: 15, artwork: 15 }],
  ['historic', { monument: 14, memorial: 15 }],
  ['leisure', { park: 13, garden: 14, stadium: 13, sports_centre: 15 }],
  ['shop', { mall: 14, department_store: 15, supermarket: 15 }],
  ['office', { government: 15 }],
  ['landuse', { cemetery: 14 }],
  ['highway', { bus_stop: 15 }],
];

/** Named destinations. Large ones (parks, campuses) appear as soon as their area is visible. */
export function pois(elements: Element[]): MapFeature[] {
  return elements.flatMap((element): MapFeature[] => {
    const names = namesOf(element.tags);
    const found = isLine(element) || !names.name ? undefined : kindOf(element.tags);
    if (!found) return [];
    const early = isArea(element) ? zoomForArea(squareMetres(element.geometry), 60) : 15;
    const minZoom = Math.max(11, Math.min(found.minZoom, early));
    return [
      {
        layer: 'pois',
        minZoom,
        properties: { kind: found.kind, ...names, min_zoom: minZoom },
        geometry: { type: 'Point', coordinates: labelPoint(element.geometry) },
      },
    ];
  });
}

function kindOf(tags: Record<string, string>): { kind: string; minZoom: number } | undefined {
  for (const [tag, zooms] of kinds) {
    const kind = tags[tag] ?? '';
    const minZoom = zooms[kind];
    if (minZoom !== undefined) return { kind, minZoom };
  }
  return undefined;
}
