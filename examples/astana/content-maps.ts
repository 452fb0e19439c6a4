import { openStreetMapCredits, openStreetMapLicence } from './content-layers.ts';
import type { ContentItem } from './content-item.ts';

type MapItem = Pick<ContentItem, 'key' | 'title' | 'snippet' | 'description' | 'tags' | 'access' | 'extent'> &
  Partial<Pick<ContentItem, 'owner' | 'groups' | 'folder' | 'categories'>> & {
    /** The key of another map whose document this one opens. */
    document?: string;
  };

function map({ owner = 'ada', groups = [], categories = [], document, ...item }: MapItem): ContentItem {
  return {
    ...item,
    type: 'Web Map',
    typeKeywords: ['Map', 'Online Map', 'Web Map'],
    tags: ['Astana', ...item.tags],
    owner,
    groups,
    categories: categories.map((category) => `/Categories/${category}`),
    file: `web-maps/${document ?? item.key}.json`,
    contentType: 'application/json',
    thumbnail: `thumbnails/${document ?? item.key}.webp`,
    credits: openStreetMapCredits,
    licence: openStreetMapLicence,
  };
}

/** Web maps for everyone, for members, for one group, and for their owner only. */
export const maps: ContentItem[] = [
  map({
    key: 'buildings-by-levels',
    title: 'Buildings by number of storeys',
    snippet: 'How high the city has grown, house by house.',
    description:
      'All 32,000 buildings of the city, coloured by their height in storeys. The towers of the new centre stand out against the five-storey blocks of the old town. Click a building for its name, use and address.',
    tags: ['buildings', 'storeys', 'skyline'],
    categories: ['Buildings'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.4, 51.115, 71.462, 51.148],
  }),
  map({
    key: 'building-use',
    title: 'What buildings are used for',
    snippet: 'Apartments, offices, schools, industry: the city by use.',
    description:
      'Buildings whose use is known, in nine groups. Apartments line the streets of the old town; offices and trade gather along the avenues.',
    tags: ['buildings', 'land use'],
    categories: ['Buildings', 'Planning'],
    access: 'public',
    extent: [71.4, 51.158, 71.455, 51.186],
  }),
  map({
    key: 'street-classes',
    title: 'Street network by class',
    snippet: 'From the motorway to the living street, on a dark background.',
    description:
      'The streets of the city by class, from the motorway to Borovoe to the quiet streets between the houses, and those still under construction. Search for a street by its name.',
    tags: ['streets', 'roads', 'transport'],
    categories: ['Transport/Streets'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.33, 51.09, 71.56, 51.21],
  }),
  map({
    key: 'public-transport',
    owner: 'grace',
    title: 'Public transport stops',
    snippet: 'Bus stops, stations and bicycle hire.',
    description:
      'Where journeys begin: bus stops, bus and railway stations, and the stations of the bicycle hire, together with the railway lines. Zoom in for the names of the stops.',
    tags: ['public transport', 'bus', 'bicycle'],
    categories: ['Transport/Public transport'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.36, 51.1, 71.5, 51.2],
  }),
  map({
    key: 'inspections-in-time',
    owner: 'grace',
    title: 'Bus stop inspections in 2025',
    snippet: 'A map with time: inspectors cross the city. Invented.',
    description:
      'Fictional, made to show maps with time: from April to September two inspectors look at every bus stop, from the west of the city to the east. Open the Time tool and play. The stops are real, the days and the findings are invented.',
    tags: ['bus', 'inspection', 'time', 'fictional'],
    categories: ['Transport/Public transport'],
    access: 'public',
    extent: [71.36, 51.1, 71.5, 51.2],
  }),
  map({
    key: 'parks-and-green',
    title: 'Parks and green areas',
    snippet: 'Parks along the river, woods at the edge, trees in the streets.',
    description:
      'The green of the city by kind: parks and gardens along the Ishim, woods planted against the wind of the steppe, lawns, orchards and wetlands, and rows of trees when you zoom in.',
    tags: ['parks', 'green', 'environment'],
    categories: ['Nature/Parks and green'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.375, 51.1, 71.49, 51.175],
  }),
  map({
    key: 'schools-and-hospitals',
    owner: 'grace',
    title: 'Schools and hospitals',
    snippet: 'Learning and health in two layers.',
    description:
      'Kindergartens, schools, colleges, universities and libraries; hospitals, clinics, dentists and pharmacies. Switch a layer off to see the other alone.',
    tags: ['schools', 'health', 'services'],
    categories: ['Places/Services'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.395, 51.145, 71.475, 51.19],
  }),
  map({
    key: 'places-to-go',
    owner: 'grace',
    title: 'Points of interest',
    snippet: 'Where to eat, shop, stay and settle things.',
    description:
      'More than a thousand places in eight categories, from cafés and markets to banks, hotels, theatres and public offices. Popups give address and opening hours where they are known.',
    tags: ['shops', 'cafés', 'places'],
    categories: ['Places/Leisure'],
    access: 'public',
    groups: ['city-maps'],
    extent: [71.398, 51.15, 71.452, 51.182],
  }),
  map({
    key: 'sights-and-monuments',
    owner: 'grace',
    title: 'Sights and monuments',
    snippet: 'A walk past monuments, museums and fountains.',
    description:
      'What to see between the Khan Shatyr and the Presidential Park: monuments and memorials, museums and galleries, theatres, places of worship and fountains.',
    tags: ['sights', 'culture', 'tourism'],
    categories: ['Places/Leisure'],
    access: 'public',
    extent: [71.388, 51.112, 71.472, 51.158],
  }),
  map({
    key: 'river-and-bridges',
    title: 'River and bridges',
    snippet: 'The Ishim, its lakes and every bridge across.',
    description:
      'Water of the city by kind, and the bridges that carry streets, railways and people on foot across it.',
    tags: ['water', 'river', 'bridges'],
    categories: ['Nature/Water', 'Transport/Streets'],
    access: 'public',
    extent: [71.38, 51.1, 71.5, 51.175],
  }),
  map({
    key: 'river-maintenance',
    document: 'river-and-bridges',
    title: 'River maintenance',
    snippet: 'Where the river, its lakes and its bridges are looked after.',
    description: 'Working map of the water board: water by kind, and the bridges across it.',
    tags: ['water', 'river', 'maintenance'],
    owner: 'hedy',
    access: 'org',
    extent: [71.38, 51.1, 71.5, 51.175],
  }),
  map({
    key: 'power-network',
    title: 'Power network',
    snippet: 'High-voltage lines and pylons round the city.',
    description: 'Overhead lines by voltage, with pylons when you zoom in. For members of the organisation.',
    tags: ['power', 'infrastructure'],
    categories: ['Infrastructure'],
    access: 'org',
    extent: [71.3, 51.12, 71.61, 51.285],
  }),
  map({
    key: 'where-to-park',
    owner: 'grace',
    title: 'Car parks',
    snippet: 'Where cars may stand, and whose.',
    description:
      'Car parks open to all, for customers and private ones, with fee and spaces where they are known.',
    tags: ['parking', 'transport'],
    categories: ['Transport/Streets'],
    access: 'org',
    extent: [71.398, 51.112, 71.462, 51.146],
  }),
  map({
    key: 'use-of-land',
    title: 'Land use',
    snippet: 'Housing, industry, building sites and fields.',
    description:
      'How the ground is used in and around the city, as far as it is mapped: industry along the railway, gardens by the river, fields at the edge.',
    tags: ['land use', 'planning'],
    categories: ['Planning'],
    access: 'public',
    extent: [71.33, 51.1, 71.56, 51.225],
  }),
  map({
    key: 'sport-and-play',
    owner: 'grace',
    title: 'Sport and play',
    snippet: 'Stadiums, pitches and playgrounds.',
    description:
      'Sports grounds by kind, from the velodrome and the ice palace to the playground round the corner.',
    tags: ['sport', 'playgrounds'],
    categories: ['Places/Leisure'],
    access: 'public',
    extent: [71.444, 51.141, 71.474, 51.1575],
  }),
  map({
    key: 'walking-and-cycling',
    owner: 'grace',
    title: 'Walking and cycling',
    snippet: 'Working map: ways without cars.',
    description:
      'Footpaths, pedestrian streets, steps and cycle tracks. The planning team looks here for gaps in the network.',
    tags: ['walking', 'cycling', 'planning'],
    categories: ['Transport/On foot and by bicycle', 'Planning'],
    access: 'private',
    groups: ['planning'],
    extent: [71.398, 51.112, 71.46, 51.146],
  }),
  map({
    key: 'speed-limits',
    title: 'Speed limits',
    snippet: 'Working map: signposted speed by street.',
    description:
      'Streets with a mapped speed limit, from the yard to the motorway. Streets that are missing have no limit mapped yet.',
    tags: ['streets', 'speed', 'planning'],
    categories: ['Transport/Streets', 'Planning'],
    access: 'private',
    groups: ['planning'],
    extent: [71.33, 51.09, 71.56, 51.21],
  }),
  map({
    key: 'roadworks',
    title: 'Roadworks and building sites',
    snippet: 'What is being built, for administrators.',
    description:
      'Streets under construction and building sites. Shared with the administrators alone until it is checked.',
    tags: ['construction', 'streets'],
    categories: ['Planning'],
    access: 'private',
    groups: ['administrators'],
    extent: [71.33, 51.09, 71.56, 51.21],
  }),
  map({
    key: 'high-rise',
    title: 'High-rise buildings (draft)',
    snippet: 'Buildings of 16 storeys and more.',
    description: 'A draft: the tallest buildings by storeys, with the number of storeys as their label.',
    tags: ['buildings', 'skyline', 'draft'],
    categories: ['Buildings'],
    access: 'private',
    folder: 'ada-drafts',
    extent: [71.45, 51.112, 71.49, 51.132],
  }),
  map({
    key: 'pharmacies',
    owner: 'grace',
    title: 'Pharmacies near me',
    snippet: 'My own map of pharmacies in the old town.',
    description: 'Pharmacies with addresses and opening hours where they are mapped. Only for me.',
    tags: ['health', 'pharmacies'],
    categories: ['Places/Services'],
    access: 'private',
    extent: [71.4, 51.158, 71.455, 51.186],
  }),
  map({
    key: 'basemap-map-light',
    title: 'Light',
    snippet: 'Calm and near-white, for layers in colour.',
    description:
      'The world to the scale of countries and Astana to the scale of house numbers, in light tones.',
    tags: ['basemap', 'light'],
    access: 'public',
    groups: ['basemaps'],
    extent: [71.33, 51.09, 71.56, 51.21],
  }),
  map({
    key: 'basemap-map-dark',
    title: 'Dark',
    snippet: 'Graphite, for bright layers and dark rooms.',
    description:
      'The world to the scale of countries and Astana to the scale of house numbers, in dark tones.',
    tags: ['basemap', 'dark'],
    access: 'public',
    groups: ['basemaps'],
    extent: [71.33, 51.09, 71.56, 51.21],
  }),
];
