import type { MapFeature } from '../basemap/map-feature.ts';
import { squareMetres } from '../geometry/measure.ts';
import { isArea, type Element } from '../osm/element.ts';
import { zoomForArea } from './zoom-for-area.ts';

/** Kind in the Protomaps schema by tag and value; the first match in this order counts. */
const kinds: [tag: string, values: Record<string, string>][] = [
  [
    'leisure',
    {
      park: 'park',
      garden: 'garden',
      common: 'park',
      pitch: 'pitch',
      playground: 'playground',
      stadium: 'stadium',
      track: 'pitch',
      golf_course: 'golf_course',
      sports_centre: 'recreation_ground',
    },
  ],
  [
    'amenity',
    {
      school: 'school',
      kindergarten: 'kindergarten',
      university: 'university',
      college: 'college',
      hospital: 'hospital',
      clinic: 'hospital',
      parking: 'parking',
      grave_yard: 'cemetery',
    },
  ],
  [
    'landuse',
    {
      grass: 'grass',
      village_green: 'grass',
      forest: 'forest',
      orchard: 'orchard',
      allotments: 'allotments',
      cemetery: 'cemetery',
      industrial: 'industrial',
      commercial: 'commercial',
      retail: 'commercial',
      residential: 'residential',
      garages: 'industrial',
      military: 'military',
      farmland: 'farmland',
      railway: 'railway',
      quarry: 'industrial',
      landfill: 'industrial',
      construction: 'other',
      brownfield: 'other',
      recreation_ground: 'recreation_ground',
    },
  ],
  [
    'natural',
    {
      wood: 'wood',
      scrub: 'scrub',
      grassland: 'grassland',
      wetland: 'wetland',
      beach: 'beach',
      sand: 'sand',
    },
  ],
  ['tourism', { zoo: 'zoo', theme_park: 'attraction' }],
  ['highway', { pedestrian: 'pedestrian', footway: 'pedestrian' }],
];

const lateKinds = new Set(['parking', 'pitch', 'playground', 'pedestrian']);

/** Land use and land cover; larger areas appear earlier and below smaller ones. */
export function landuse(elements: Element[]): MapFeature[] {
  return elements
    .filter((element) => isArea(element) && !element.tags.building)
    .flatMap((element) => {
      const kind = landuseKind(element.tags);
      return kind ? [{ kind, area: squareMetres(element.geometry), geometry: element.geometry }] : [];
    })
    .sort((a, b) => b.area - a.area)
    .map(({ kind, area, geometry }) => {
      const minZoom = Math.max(lateKinds.has(kind) ? 14 : 8, zoomForArea(area, 8));
      return { layer: 'landuse', minZoom, properties: { kind, min_zoom: minZoom }, geometry };
    });
}

function landuseKind(tags: Record<string, string>): string | undefined {
  for (const [tag, values] of kinds) {
    const kind = values[tags[tag] ?? ''];
    if (kind) return kind;
  }
  return undefined;
}
