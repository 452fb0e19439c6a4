import type { ContentItem, HostedContent } from './content-item.ts';

export const openStreetMapCredits = '© OpenStreetMap contributors, ODbL 1.0';
export const openStreetMapLicence =
  'Made from <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a> data, available under the <a href="https://opendatacommons.org/licenses/odbl/1-0/" target="_blank">Open Database License</a>.';

/** The box the extract of OpenStreetMap covers. */
export const cityExtent: ContentItem['extent'] = [71.2792, 51.069, 71.6309, 51.2895];
const world: ContentItem['extent'] = [-180, -85.05, 180, 85.05];

type LayerItem = Pick<ContentItem, 'key' | 'title' | 'snippet' | 'description' | 'tags' | 'access'> &
  Partial<Pick<ContentItem, 'owner' | 'groups'>> &
  Pick<HostedContent, 'editable' | 'time'> & { shape: keyof typeof shapes; pictured: string };

const shapes = {
  points: 'esriGeometryPoint',
  lines: 'esriGeometryPolyline',
  areas: 'esriGeometryPolygon',
} as const;

/** Name of a layer's service: prefixed with the city, to keep it apart from users' services. */
export function serviceNameOf(key: string): string {
  return `Astana_${key.replaceAll('-', '_')}`;
}

function layer({
  pictured,
  shape,
  editable,
  time,
  owner = 'ada',
  groups = [],
  ...item
}: LayerItem): ContentItem {
  const serviceName = serviceNameOf(item.key);
  return {
    ...item,
    type: 'Feature Service',
    typeKeywords: [
      'ArcGIS Server',
      'Data',
      'Feature Access',
      'Feature Service',
      'Hosted Service',
      'Service',
      'Singlelayer',
    ],
    tags: ['Astana', 'OpenStreetMap', ...item.tags],
    owner,
    groups,
    folder: owner === 'ada' ? 'ada-layers' : 'grace-layers',
    url: `{{server}}/rest/services/${serviceName}/FeatureServer`,
    hosted: {
      serviceName,
      features: `layers/${item.key}.geojson.gz`,
      geometryType: shapes[shape],
      webMap: `web-maps/${pictured}.json`,
      ...(editable && { editable }),
      ...(time && { time }),
    },
    thumbnail: `thumbnails/${pictured}.webp`,
    extent: cityExtent,
    credits: openStreetMapCredits,
    licence: openStreetMapLicence,
  };
}

function basemapService(scheme: 'light' | 'dark', description: string): ContentItem {
  return {
    key: `basemap-${scheme}`,
    type: 'Vector Tile Service',
    typeKeywords: ['Data', 'Service', 'Vector Tile Service'],
    title: `Basemap tiles, ${scheme}`,
    snippet: `Vector tiles of the world and of Astana in a ${scheme} style.`,
    description,
    tags: ['basemap', 'vector tiles', scheme],
    owner: 'ada',
    access: 'public',
    groups: [],
    folder: 'ada-layers',
    url: `{{server}}/rest/services/basemap-${scheme}/VectorTileServer`,
    thumbnail: `thumbnails/basemap-map-${scheme}.webp`,
    extent: world,
    credits: `${openStreetMapCredits}; Natural Earth; GeoNames, CC BY 4.0`,
    licence: openStreetMapLicence,
  };
}

/** The layers of the maps, and their basemaps. */
export const layers: ContentItem[] = [
  basemapService('light', 'A calm, near-white background that leaves the colours to the layers above it.'),
  basemapService('dark', 'A graphite background for bright layers, and for eyes that look at maps at night.'),
  layer({
    key: 'buildings',
    shape: 'areas',
    title: 'Buildings',
    snippet: 'Outlines of buildings with storeys, use, name and address.',
    description:
      'All 32,000 buildings of the extract, with storeys, use, name and address where they are mapped.',
    tags: ['buildings', 'storeys', 'land use'],
    access: 'public',
    pictured: 'buildings-by-levels',
  }),
  layer({
    key: 'streets',
    shape: 'lines',
    title: 'Streets',
    snippet: 'Streets by class, with names, lanes, surface and speed limits.',
    description:
      'The street network from the motorway to the living street. Pieces of one street with the same attributes are one feature.',
    tags: ['streets', 'roads', 'transport'],
    access: 'public',
    pictured: 'street-classes',
  }),
  layer({
    key: 'transit-stops',
    shape: 'points',
    editable: true,
    owner: 'grace',
    title: 'Public transport stops',
    snippet: 'Bus stops, stations and bicycle hire.',
    description:
      'Where journeys by bus, train and hired bicycle begin, with shelters and benches where they are mapped. Members of the organisation may correct it and add pictures.',
    tags: ['public transport', 'bus', 'bicycle'],
    access: 'public',
    pictured: 'public-transport',
  }),
  layer({
    key: 'stop-inspections',
    shape: 'points',
    time: 'inspected',
    owner: 'grace',
    title: 'Bus stop inspections',
    snippet: 'When each bus stop was looked at, and what was found. Invented.',
    description:
      'Fictional, made to show maps with time: the bus stops are those of OpenStreetMap, the days of 2025 and the findings are invented. Nobody has inspected them.',
    tags: ['bus', 'inspection', 'time', 'fictional'],
    access: 'public',
    pictured: 'inspections-in-time',
  }),
  layer({
    key: 'railways',
    shape: 'lines',
    owner: 'grace',
    title: 'Railways',
    snippet: 'Main lines, branches and sidings.',
    description: 'Railway tracks in and around the city, with electrification and bridges.',
    tags: ['railway', 'transport'],
    access: 'public',
    pictured: 'public-transport',
  }),
  layer({
    key: 'green-areas',
    shape: 'areas',
    title: 'Parks and green areas',
    snippet: 'Parks, gardens, woods, lawns, orchards, wetlands.',
    description: 'Green areas of the city and its surroundings by kind, with their size in hectares.',
    tags: ['parks', 'green', 'environment'],
    access: 'public',
    pictured: 'parks-and-green',
  }),
  layer({
    key: 'tree-rows',
    shape: 'lines',
    title: 'Rows of trees',
    snippet: 'Trees planted along streets and paths.',
    description: 'Rows of trees, with the kind of their leaves where it is mapped.',
    tags: ['trees', 'green', 'environment'],
    access: 'public',
    pictured: 'parks-and-green',
  }),
  layer({
    key: 'education',
    shape: 'points',
    owner: 'grace',
    title: 'Schools, kindergartens and universities',
    snippet: 'Where people learn, from kindergarten to university.',
    description:
      'Kindergartens, schools, colleges, universities and libraries with addresses and websites where they are mapped.',
    tags: ['schools', 'education'],
    access: 'public',
    pictured: 'schools-and-hospitals',
  }),
  layer({
    key: 'health',
    shape: 'points',
    owner: 'grace',
    title: 'Hospitals, clinics and pharmacies',
    snippet: 'Where people get well.',
    description:
      'Hospitals, clinics, dentists and pharmacies with addresses and opening hours where they are mapped.',
    tags: ['health', 'hospitals', 'pharmacies'],
    access: 'public',
    pictured: 'schools-and-hospitals',
  }),
  layer({
    key: 'points-of-interest',
    shape: 'points',
    owner: 'grace',
    title: 'Points of interest',
    snippet: 'Cafés, shops, banks, hotels and public offices by category.',
    description:
      'Places people look for, sorted into eight categories, with addresses and opening hours where they are mapped.',
    tags: ['shops', 'cafés', 'places'],
    access: 'public',
    pictured: 'places-to-go',
  }),
  layer({
    key: 'sights',
    shape: 'points',
    owner: 'grace',
    title: 'Sights and monuments',
    snippet: 'Monuments, museums, theatres, fountains and places of worship.',
    description: 'What visitors come to see, with names in several languages where they are mapped.',
    tags: ['sights', 'culture', 'tourism'],
    access: 'public',
    pictured: 'sights-and-monuments',
  }),
  layer({
    key: 'water',
    shape: 'areas',
    title: 'Water areas',
    snippet: 'The river Ishim, lakes, reservoirs and fountains.',
    description: 'Water of the city by kind, with its size in hectares.',
    tags: ['water', 'river', 'environment'],
    access: 'public',
    pictured: 'river-and-bridges',
  }),
  layer({
    key: 'bridges',
    shape: 'lines',
    title: 'Bridges',
    snippet: 'Bridges for streets, railways and people on foot.',
    description: 'Every mapped bridge with what it carries, its lanes and its length.',
    tags: ['bridges', 'streets'],
    access: 'public',
    pictured: 'river-and-bridges',
  }),
  layer({
    key: 'power-lines',
    shape: 'lines',
    title: 'Power lines',
    snippet: 'High-voltage lines by voltage.',
    description: 'Overhead lines with voltage, circuits and length.',
    tags: ['power', 'infrastructure'],
    access: 'org',
    pictured: 'power-network',
  }),
  layer({
    key: 'power-towers',
    shape: 'points',
    title: 'Pylons',
    snippet: 'Pylons and poles of the power network.',
    description: 'The towers that carry the overhead lines, with design and material where they are mapped.',
    tags: ['power', 'infrastructure'],
    access: 'org',
    pictured: 'power-network',
  }),
  layer({
    key: 'parking',
    shape: 'areas',
    owner: 'grace',
    title: 'Car parks',
    snippet: 'Car parks with access, fee and spaces.',
    description:
      'Areas for parking, open to all, to customers or private, with the number of spaces where it is mapped.',
    tags: ['parking', 'transport'],
    access: 'org',
    pictured: 'where-to-park',
  }),
  layer({
    key: 'land-use',
    shape: 'areas',
    title: 'Land use',
    snippet: 'Housing, industry, commerce, building sites and more.',
    description: 'How the ground is used where it is mapped, with the size of each area in hectares.',
    tags: ['land use', 'planning'],
    access: 'public',
    pictured: 'use-of-land',
  }),
  layer({
    key: 'sports-grounds',
    shape: 'areas',
    owner: 'grace',
    title: 'Sports grounds and playgrounds',
    snippet: 'Stadiums, pitches, sports centres and playgrounds.',
    description: 'Where people play and train, with the sport and the surface where they are mapped.',
    tags: ['sport', 'playgrounds'],
    access: 'public',
    pictured: 'sport-and-play',
  }),
  layer({
    key: 'walking-paths',
    shape: 'lines',
    owner: 'grace',
    title: 'Paths for walking and cycling',
    snippet: 'Footpaths, steps, cycle tracks and tracks.',
    description: 'Ways that are not for cars, with surface and lighting where they are mapped.',
    tags: ['walking', 'cycling', 'planning'],
    access: 'private',
    groups: ['planning'],
    pictured: 'walking-and-cycling',
  }),
];
