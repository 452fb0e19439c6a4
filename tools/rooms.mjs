// The rooms of the code: what each contains and which others it may import, from the top floor down: a room
// imports its own floor only where it is listed. The table of docs/architecture.md and the rules of
// dependency-cruiser both come from this list, and a folder without a room fails `npm run check:rules`.

/** Rooms that every room of their side may import. */
const everywhere = {
  server: ['wire', 'integration-kinds/definitions.ts', 'server/limits.ts'],
  web: [
    'wire',
    'integration-kinds/definitions.ts',
    'web/new-id.ts',
    'web/query-key.ts',
    'web/store.ts',
    'web/with-timeout.ts',
  ],
};

/**
 * The imports of a feature. Features are one folder per capability a user can name, entered through its
 * `index.ts`; they import no other feature (.dependency-cruiser.mjs).
 */
const features = [
  'web/conditions',
  'web/forms',
  'web/map',
  'web/portal',
  'web/api',
  'web/ui',
  'web/context',
  'web/waiting',
  'web/i18n',
];

/** @type {{ path: string, holds: string, imports: readonly string[] }[]} */
export const rooms = [
  {
    path: 'wire',
    holds:
      'schemas, types and pure conversions of what crosses the network; the check of a portal, which server and browser run',
    imports: ['integration-kinds/definitions.ts'],
  },
  {
    path: 'analysis',
    holds:
      'the tools that compute layers from layers, with the geometry operators of the SDK: a worker of the browser and a thread of the server run them',
    imports: ['wire'],
  },
  {
    path: 'integration-kinds',
    holds:
      'one folder per kind of integration: definition, server’s part, page, icon, messages ([adding-an-integration.md](adding-an-integration.md))',
    imports: [
      'wire',
      'server/application/integrations',
      'server/platform',
      'server/limits.ts',
      'web/integrations',
      'web/ui',
      'web/api',
      'web/i18n',
    ],
  },
  {
    path: 'web/app',
    holds: 'start-up, providers, router, layouts, error views',
    imports: [
      'web/routes',
      'web/context',
      'web/waiting',
      'web/api',
      'web/portal',
      'web/ui',
      'web/i18n',
      'web/features',
    ],
  },
  {
    path: 'web/routes',
    holds: 'one file per page, composed of features',
    imports: ['web/features', 'web/context', 'web/ui'],
  },
  {
    path: 'web/features/shell',
    holds: 'home page, header and menus, sign-in, profile, command palette',
    imports: features,
  },
  {
    path: 'web/features/content',
    holds: 'gallery, own content, groups, uploads',
    imports: features,
  },
  {
    path: 'web/features/map-tools',
    holds:
      'the viewer and its tools: layers, search, sketch, measure, table, editing, saving, history, integrations',
    imports: features,
  },
  {
    path: 'web/features/sharing',
    holds: 'maps shared by link, invitations, feedback',
    imports: features,
  },
  {
    path: 'web/features/administration',
    holds: 'the pages of an organisation’s administrators',
    imports: features,
  },
  {
    path: 'web/integrations',
    holds:
      'what the pages of integrations share, each in its own frame ([integrations.md](integrations.md)); `client/` is published for third parties',
    imports: ['web/ui', 'web/api', 'web/i18n', 'web/app/application-theme.tsx', 'web/app/query-client.ts'],
  },
  {
    path: 'web/i18n',
    holds: 'languages: the choice, the messages, formats of dates and numbers',
    imports: ['web/ui', 'web/context', 'web/**/messages/en.json', 'integration-kinds/browsers.ts'],
  },
  {
    path: 'web/conditions',
    holds: 'conditions over the fields of a layer: their builder, and their SQL',
    imports: ['web/i18n', 'web/map/layers', 'web/ui'],
  },
  {
    path: 'web/forms',
    holds: 'the inputs of a layer’s form: fields, groups, errors; the buttons that change a shape as a whole',
    imports: ['web/map', 'web/i18n', 'web/ui'],
  },
  {
    path: 'web/waiting',
    holds:
      'drafts of comments; edits and comments that wait on the device for a connection ([decision 0042](decisions/0042-changes-wait-for-a-connection.md))',
    imports: ['web/context', 'web/api', 'web/portal', 'web/i18n', 'web/ui'],
  },
  {
    path: 'web/context',
    holds: 'the application context: its types and its hooks; the hosts that the page may load from',
    imports: ['web/api', 'web/portal'],
  },
  {
    path: 'web/map',
    holds: 'the map model; the only room of the browser that imports the ArcGIS SDK at run time',
    imports: ['analysis', 'web/ui/east-asian-fonts.ts'],
  },
  { path: 'web/portal', holds: 'the portal client: session, accounts, groups, items, search', imports: [] },
  { path: 'web/api', holds: 'the client of our own API', imports: [] },
  {
    path: 'web/ui',
    holds: 'the theme and presentational components: props in, callbacks out',
    imports: ['integration-kinds/browsers.ts'],
  },
  {
    path: 'server/composition',
    holds:
      'joins the rooms into one server: settings checked, routes mounted, access to hosted services, scheduled work',
    imports: ['server'],
  },
  {
    path: 'server/operator',
    holds: 'the command line of the operator: organisations, accounts, quotas, backup and restore',
    imports: [
      'server/environment.ts',
      'server/application',
      'server/portal',
      'server/gis',
      'server/platform',
    ],
  },
  {
    path: 'server/demo',
    holds: 'loads `examples/` into an installation; the simulated Cityworks',
    imports: ['server/application', 'server/portal', 'server/gis', 'server/platform', 'examples'],
  },
  {
    path: 'server/application/organisations',
    holds: 'organisations, their configuration, revisions and logo',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/shared-maps',
    holds: 'snapshots of maps shared by link',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/page-hosts',
    holds: 'hosts that a browser has opened for the pages of an organisation',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/short-addresses',
    holds: 'short addresses of web maps',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/map-comments',
    holds: 'comments at places of web maps, and who is looking at them',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/integrations',
    holds: 'credentials, health and pages of integrations',
    imports: ['server/platform', 'integration-kinds/servers.ts'],
  },
  {
    path: 'server/application/map-doctor',
    holds: 'checks the layers of web maps in the background',
    imports: ['server/portal', 'server/platform'],
  },
  {
    path: 'server/application/usage',
    holds: 'daily counts of opened maps and signed-in members',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/audit',
    holds: 'the audit log’s pages and download',
    imports: ['server/platform'],
  },
  {
    path: 'server/application/sessions',
    holds: 'browser sessions; keeps refresh tokens out of pages',
    imports: ['server/platform'],
  },
  {
    path: 'server/portal',
    holds:
      'the embedded ArcGIS portal, in folders named after its addresses: `community` (users, groups), `content` (items), `organisation` (`portals/self`); sign-in, search',
    imports: ['server/platform'],
  },
  {
    path: 'server/gis',
    holds: 'hosted feature services, vector tiles, geocoder, geometry and the reading of uploads',
    imports: ['server/platform', 'analysis'],
  },
  {
    path: 'server/platform/arcgis',
    holds:
      'what every ArcGIS endpoint shares: parameters, the token, forms, formats of responses, unknown operations',
    imports: [
      'server/platform/http',
      'server/platform/membership',
      'server/platform/safety',
      'server/platform/threads',
    ],
  },
  {
    path: 'server/platform/observability',
    holds: 'the metrics endpoint',
    imports: [
      'server/platform/budgets',
      'server/platform/http',
      'server/platform/membership',
      'server/platform/threads',
    ],
  },
  {
    path: 'server/platform/mail',
    holds: 'sends mail through the operator’s server',
    imports: [],
  },
  {
    path: 'server/platform/documents',
    holds: 'large documents, decoded and checked in threads',
    imports: [
      'server/platform/budgets',
      'server/platform/http',
      'server/platform/safety',
      'server/platform/threads',
    ],
  },
  {
    path: 'server/platform/membership',
    holds: 'who a caller is, by the portal that issued the token',
    imports: ['server/platform/budgets', 'server/platform/database', 'server/platform/safety'],
  },
  {
    path: 'server/platform/portal-check',
    holds: 'checks an ArcGIS portal before it is used',
    imports: ['server/platform/budgets', 'server/platform/safety'],
  },
  {
    path: 'server/platform/audit',
    holds: 'records actions for the audit log',
    imports: ['server/platform/database', 'server/platform/safety'],
  },
  {
    path: 'server/platform/threads',
    holds: 'pools of worker threads',
    imports: ['server/platform/budgets', 'server/platform/database'],
  },
  {
    path: 'server/platform/http',
    holds: 'the Fastify application: headers, limits, request bodies, static files, the one error exit',
    imports: ['server/platform/budgets', 'server/platform/database', 'server/platform/safety'],
  },
  {
    path: 'server/platform/budgets',
    holds: 'limits of each class of work: concurrency, queue, deadline, connections, share per caller',
    imports: ['server/platform/database'],
  },
  {
    path: 'server/platform/safety',
    holds: 'outgoing requests that cannot reach private networks; the shape of JSON and of stored texts',
    imports: ['server/platform/budgets'],
  },
  {
    path: 'server/platform/database',
    holds: 'connection, embedded server, migrations, table types',
    imports: ['server/platform/budgets/in-turn.ts'],
  },
];

/**
 * The folders of `server/gis`, from the top down: each imports those below it only, so that no two need each other. The
 * interfaces of hosted services (ArcGIS, OGC API, vector tiles) meet in `service-routes`.
 */
const gisFolders = [
  'service-routes',
  'directory',
  'ogc',
  'vector-tiles',
  'geocode',
  'geometry-service',
  'analysis',
  'exports',
  'feature-server',
  'uploads',
  'definitions',
  'storage',
  'where',
  'layer',
  'tile-archive',
  'geometry',
];

const side = (path) => path.split('/')[0];
/** The pattern of a room or an entry of `imports`: a folder, a file, or files by `**`. */
const inRoom = (path) =>
  /\.\w+$/.test(path) ? `^${path.replaceAll('.', '\\.').replace('**', '.+')}$` : `^${path}/`;

/**
 * One dependency-cruiser rule per room, and one per folder of `server/gis`.
 * @param {string} tests pattern of test files, which may import everything
 */
export function importRules(tests) {
  const ofRooms = rooms.map(({ path, holds, imports }) => ({
    name: path.replaceAll('/', '-'),
    comment: `${path}/ holds ${holds}. It imports: ${imports.join(', ') || 'no other room'}. See tools/rooms.mjs.`,
    severity: 'error',
    from: { path: inRoom(path), pathNot: tests },
    to: {
      path: '^(wire|analysis|integration-kinds|web|server|testing|examples|tools)/',
      pathNot: [path, ...(everywhere[side(path)] ?? []), ...imports].map(inRoom),
    },
  }));
  const ofGis = gisFolders.slice(1).map((folder, index) => ({
    name: `gis-below-${folder}`,
    comment: `server/gis/${folder} imports only the folders below it. See gisFolders in tools/rooms.mjs.`,
    severity: 'error',
    from: { path: `^server/gis/${folder}/`, pathNot: tests },
    to: { path: `^server/gis/(${gisFolders.slice(0, index + 1).join('|')})/` },
  }));
  return [...ofRooms, ...ofGis];
}

/** The table of docs/architecture.md. */
export function roomTable() {
  const rows = rooms.map(({ path, holds, imports }) => [
    `\`${path}/\``,
    holds,
    imports.map((name) => `\`${name}\``).join(', ') || 'no other room',
  ]);
  return [['Room', 'Holds', 'May import'], ['---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** Folders that contain rooms instead of files: the floors of the server, and the groups of features. */
const floors = ['server/application', 'server/platform', 'web/features'];

/**
 * Folders of the product without a room, and those of `server/gis` that are not in its order.
 * @param {readonly string[]} files every file of the repository
 */
export function foldersWithoutRoom(files) {
  const folders = files
    .filter((file) => /^(web|server)\/[^/]+\//.test(file))
    .map((file) => {
      const floor = floors.find((name) => file.startsWith(`${name}/`));
      return file
        .split('/')
        .slice(0, floor ? 3 : 2)
        .join('/');
    });
  const inGis = files.flatMap((file) => /^server\/gis\/([^/]+)\//.exec(file)?.[1] ?? []);
  return [
    ...[...new Set(folders)].filter((folder) => !rooms.some(({ path }) => path === folder)),
    ...[...new Set(inGis)].filter((name) => !gisFolders.includes(name)).map((name) => `server/gis/${name}`),
  ];
}
