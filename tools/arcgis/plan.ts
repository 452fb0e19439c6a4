import path from 'node:path';
import type { FirstMap, Piece, Plan } from './chunks.ts';
import { packageFolder } from './sdk-packages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const sdk = (module: string) => path.join(packageFolder('@arcgis/core'), `${module}.js`);
const ours = (file: string) => path.join(root, 'web/map/sdk', file);

/**
 * The entry modules of the first map. The SDK imports these dynamically while it opens a map of vector tiles
 * and feature services; each is listed because a first map was observed to request it (docs/measurements.md).
 * A missing one costs a request, a superfluous one some bytes; neither breaks anything.
 */
const firstMap: FirstMap = {
  page: [
    ours('open-map.ts'),
    sdk('views/2d/mapViewDeps'),
    sdk('views/2d/webglDeps'),
    sdk('views/2d/layers/VectorTileLayerView2D'),
    sdk('views/2d/layers/FeatureLayerView2D'),
    sdk('layers/VectorTileLayer'),
    sdk('layers/FeatureLayer'),
    sdk('layers/graphics/sources/FeatureLayerSource'),
    sdk('layers/support/layersCreator'),
    sdk('layers/support/layersLoader'),
  ],
  worker: [
    sdk('core/workers/RemoteClient'),
    sdk('core/workers/request'),
    path.join(root, 'web/map/glyphs/cluster-handler.ts'),
    sdk('views/2d/layers/features/FeaturePipelineWorker'),
    sdk('chunks/libtess-f32'),
  ],
};

/** Parts that open later, each as a whole; shared ones first. */
const later: readonly Piece[] = [
  // Expressions in labels, symbols and popups; in workers as well.
  {
    name: 'map-arcade',
    roots: [sdk('support/arcadeUtils'), sdk('arcade/batchExec'), sdk('arcade/functions/aiServices')],
  },
  // Labels along lines and in polygons; in workers as well.
  {
    name: 'map-labels',
    roots: [sdk('geometry/operators/gx/operatorIntersection'), sdk('chunks/FlatGeometry')],
  },
  {
    name: 'map-projection',
    roots: [
      sdk('geometry/operators/projectOperator'),
      sdk('geometry/operators/json/projectOperator'),
      sdk('geometry/operators/support/apiConverter'),
      sdk('geometry/operators/support/jsonConverter'),
    ],
  },
  {
    name: 'map-geojson',
    roots: [
      sdk('layers/GeoJSONLayer'),
      sdk('views/2d/layers/GeoJSONLayerView2D'),
      sdk('layers/graphics/sources/geojson/GeoJSONSourceWorker'),
    ],
  },
  { name: 'map-components', roots: [ours('tools/components.ts')] },
  // The map in 3D, only when it is chosen.
  {
    name: 'map-scene',
    roots: [
      sdk('views/SceneView'),
      sdk('WebScene'),
      sdk('views/3d/layers/GraphicsView3D'),
      sdk('views/3d/layers/VectorTileLayerView3D'),
      sdk('views/3d/layers/FeatureLayerView3D'),
    ],
  },
  { name: 'map-popup', roots: [ours('tools/popup-element.ts')] },
  { name: 'map-legend', roots: [component('arcgis-legend')] },
  { name: 'map-basemaps', roots: [component('arcgis-basemap-gallery')] },
  { name: 'map-bookmarks', roots: [component('arcgis-bookmarks')] },
];

function component(name: string): string {
  return path.join(packageFolder('@arcgis/map-components'), 'dist/components', name, 'index.js');
}

const web = (file: string) => path.join(root, 'web', file);
const wire = (file: string) => path.join(root, 'wire', file);
const icon = (name: string) => path.join(packageFolder('@mui/icons-material'), `${name}.mjs`);

/** What home and the gallery reach only through the libraries' lists of modules, and do not use. */
const listed = [
  '@tanstack/[^/]+/.*/(mutationObserver|useMutation|queriesObserver|useQueries)',
  '@mui/material/utils/(mergeSlotProps|useControlled|isMuiElement|createChainedFunction|debounce|getActiveElement)',
  '@mui/material/utils/(useEnhancedEffect|setRef|ownerDocument|ownerWindow)',
  '@mui/system/Stack/[^/]+',
  'arcgis-rest-request/.*/(federation-utils|AuthenticationManagerBase|ArcGISTokenRequestError|revoke-token)',
  'arcgis-rest-request/.*/(decode-query-string|ArcGISAccessDeniedError|validate-app-access)',
];

const listedForHome = [
  ...listed,
  '@tanstack/[^/]+/.*/(infiniteQueryObserver|useInfiniteQuery)',
  // Only a map has their tools.
  'integrations/extension/extension-tools',
];

/**
 * The shell in one file, and what a view adds to it in another: otherwise they load as some fifty small
 * files.
 */
const shell: readonly Piece[] = [
  ...without(listedForHome, [
    { name: 'shell', roots: [web('app/main.tsx')] },
    sharedBy('cards', 'home', 'gallery'),
    // So small that home loads all of it, and so does a map.
    sharedBy('links', 'home', 'map'),
    // Icons of integrations, which the gallery does not show.
    { name: 'links', roots: [web('ui/integration-icon.tsx')] },
  ]),
  ...without(listed, [sharedBy('pages', 'gallery', 'map')]),
  // Without icons and the like, which other views show as well.
  { name: 'gallery', roots: [web('routes/gallery.tsx')], without: (id) => packages.test(id) },
  // Too small for files of their own.
  {
    name: 'pages',
    roots: [web('context/search-params.ts'), ...['InfoOutlined', 'Link', 'Star', 'StarBorder'].map(icon)],
  },
  {
    name: 'links',
    roots: [...['AddLocationAltOutlined', 'FolderOutlined'].map(icon), wire('localized-text.ts')],
  },
  // Fields, which the gallery shows after its cards.
  {
    name: 'fields',
    roots: [web('features/content/gallery/gallery-filters.tsx'), web('routes/map.tsx')],
    shared: true,
  },
  { name: 'viewer', roots: [web('routes/map.tsx')], without: isForLargeSchemas },
  { name: 'map-start', roots: [ours('open-map.ts')] },
];

/** What schemas of `zod/mini`, which the viewer has, do not use of Zod. */
function isForLargeSchemas(id: string): boolean {
  return /\/zod\/v4\/(locales\/|core\/(json-schema|to-json-schema))/.test(id.replaceAll('\\', '/'));
}

/** What two views have in common, beyond the shell. */
function sharedBy(name: string, ...views: readonly string[]): Piece {
  return { name, roots: views.map((view) => web(`routes/${view}.tsx`)), shared: true };
}

/**
 * Without modules that its views do not use. A module that is missing in the lists costs some bytes of every page; one that is used
 * moves to another file, which the view then requests.
 */
function without(modules: readonly string[], pieces: readonly Piece[]): Piece[] {
  const pattern = new RegExp(`/(${modules.join('|')})\\.`);
  return pieces.map((piece) => ({ ...piece, without: (id) => pattern.test(id.replaceAll('\\', '/')) }));
}

/** Packages that only the map uses. */
const mapPackages =
  /[\\/]node_modules[\\/](@arcgis|@esri[\\/](calcite|arcgis-html)|@vaadin|@amcharts|@lit|lit|lit-html|lit-element|luxon|marked|@zip\.js|@floating-ui|composed-offset-position|focus-trap|tabbable|sortablejs|dayjs|timezone-groups|color|lodash-es)[\\/-]/;

/** Substitutes of modules of the SDK with what they need, which its workers load as well. */
const substitutes = /[\\/]web[\\/]map[\\/](arcade[\\/]|glyphs[\\/](cluster|local-)|sdk[\\/]texts[\\/])/;

/** What the libraries of the SDK and of the portal both need: neither may wait for the other. */
const between = /[\\/]node_modules[\\/]tslib[\\/]/;

const packages = /[\\/]node_modules[\\/]/;

const own = ['web/', 'wire', 'integration-kinds', 'tools/first-paint/substitutes'].map((folder) =>
  path.join(root, folder),
);

/** The languages of the messages, which every page loads. */
const languages = '\0virtual:messages';

/** The theme's rules for high contrast name most components, and are not used; the OAuth client is loaded for a sign-in. */
const unused =
  /@mui[\\/]material[\\/]styles[\\/]enhanceHighContrast|arcgis-rest-request[\\/]dist[\\/]esm[\\/]ArcGISIdentityManager/;

export const plan: Plan = {
  shell,
  isUnused: (id) => unused.test(id),
  firstMap,
  later,
  belongs: (id, group) =>
    (group === 'map') === (mapPackages.test(id) || substitutes.test(id)) &&
    !between.test(id) &&
    (packages.test(id) || own.some((folder) => id.startsWith(folder)) || id === languages),
  // Others import our own files by their address; a package's file may be part of something bigger.
  staysApart: (id) => !packages.test(id) && !substitutes.test(id),
};
