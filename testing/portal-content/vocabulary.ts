/**
 * Vocabulary of the generated content of a large organisation. Letters and digits only, so that folding is
 * lower case.
 */
export const themes =
  'water roads parcels buildings parks zoning transit sewer trees schools flood addresses population crime noise traffic lighting soil land cover elevation boundaries hospitals cycling paths housing permits waste power cables gas mains broadband heritage bridges rail airports rivers lakes wetlands forests species hazards fire stations wards elections census income health clinics tourism hotels markets farms irrigation drainage culverts pavement potholes parking kerbs signs signals imagery lidar contours geology mines wells groundwater air quality emissions solar wind shelters evacuation cemeteries playgrounds libraries museums beaches coast tides harbours ferries shipping fisheries'.split(
    ' ',
  );

/** The ordinary words of titles, from the most to the least frequent. */
export const kinds =
  'map layer viewer dashboard survey plan inventory network report index basemap atlas monitor tracker planner register story model archive draft'.split(
    ' ',
  );

export const itemTypes: readonly [type: string, keywords: readonly string[]][] = [
  ['Web Map', ['Explorer Web Map', 'Map', 'Online Map', 'Web Map']],
  ['Feature Service', ['Data', 'Service', 'Feature Service', 'Hosted Service']],
  ['Map Service', ['Data', 'Service', 'Map Service']],
  ['Web Mapping Application', ['Web Map', 'Map', 'Online Map', 'Mapping Site']],
  ['Dashboard', ['Dashboard', 'Operations Dashboard']],
  ['CSV', ['CSV', 'Data']],
  ['Shapefile', ['Data', 'Layer', 'Shapefile']],
  ['PDF', ['Data', 'Document', 'PDF']],
  ['Vector Tile Service', ['Data', 'Service', 'Vector Tile Service']],
  ['Image', ['Data', 'Image']],
];

export const categories: readonly string[] = [
  'Water/Supply',
  'Water/Sewer',
  'Water/Rivers',
  'Transport/Roads',
  'Transport/Transit',
  'Transport/Cycling',
  'Environment/Trees',
  'Environment/Air',
  'Environment/Noise',
  'People/Census',
  'People/Health',
  'People/Education',
  'Built/Housing',
  'Built/Heritage',
  'Built/Permits',
  'Safety/Fire',
  'Safety/Flood',
  'Safety/Crime',
  'Basemaps',
  'Administration',
].map((path) => `/Categories/${path}`);

const syllables =
  'ka ro mi ten bal dor fen gar hol jun lin mar nor pel quin ras sol tur vel wes yar zan bri cla'.split(' ');

/** Generated place names, all different. */
export function placeName(index: number): string {
  const parts = [
    index % syllables.length,
    Math.floor(index / syllables.length) % syllables.length,
    Math.floor(index / syllables.length ** 2) % syllables.length,
  ];
  const name = parts.map((part) => syllables[part]).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
