// The rooms of the house: what each holds and which others it may import. The table of docs/architecture.md and the rules of
// dependency-cruiser both come from this list, and a folder without a room fails `npm run check:rules`.

/** Rooms that every room of their side may import. */
const everywhere = { server: ['wire', 'server/limits.ts'], web: ['wire'] };

/** @type {{ path: string, holds: string, imports: readonly string[] }[]} */
export const rooms = [
  { path: 'wire', holds: 'schemas, types and pure conversions of what crosses the network', imports: [] },
  {
    path: 'web/app',
    holds: 'start-up, providers, router, layouts, error views',
    imports: ['web/routes', 'web/context', 'web/api', 'web/portal', 'web/ui', 'web/features'],
  },
  {
    path: 'web/routes',
    holds: 'one file per page, composed of features',
    imports: ['web/features', 'web/context', 'web/ui'],
  },
  {
    path: 'web/features',
    holds:
      'one folder per capability a user can name, entered through its `index.ts`; features import no other feature except `languages`',
    imports: ['web/map', 'web/portal', 'web/api', 'web/ui', 'web/context'],
  },
  {
    path: 'web/integrations',
    holds:
      'the pages of integrations, each in its own frame ([integrations.md](integrations.md)); `client/` is published for third parties',
    imports: [
      'web/ui',
      'web/api',
      'web/features/languages',
      'web/app/application-theme.tsx',
      'web/app/query-client.ts',
    ],
  },
  { path: 'web/context', holds: 'the application context: its types and its hook', imports: ['web/portal'] },
  {
    path: 'web/map',
    holds: 'the map model; the only room that imports the ArcGIS SDK at run time',
    imports: [],
  },
  { path: 'web/portal', holds: 'the portal client: session, users, groups, items, search', imports: [] },
  { path: 'web/api', holds: 'the client of our own API', imports: [] },
  { path: 'web/ui', holds: 'the theme and presentational components: props in, callbacks out', imports: [] },
  {
    path: 'server/composition',
    holds: 'joins the rooms into one server: routes mounted, access to hosted services, scheduled work',
    imports: ['server'],
  },
  {
    path: 'server/startup',
    holds: 'checks of the settings before production starts',
    imports: ['server/environment.ts', 'server/demo', 'server/database', 'server/portal'],
  },
  {
    path: 'server/operator',
    holds: 'the command line of the operator: organisations, people, quotas, backup and restore',
    imports: [
      'server/audit',
      'server/database',
      'server/environment.ts',
      'server/organisations',
      'server/portal',
      'server/services',
    ],
  },
  {
    path: 'server/demo',
    holds: 'loads `examples/` into an installation; the simulated Cityworks',
    imports: [
      'server/database',
      'server/integrations',
      'server/organisations',
      'server/portal',
      'server/services',
      'examples',
    ],
  },
  {
    path: 'server/map-doctor',
    holds: 'checks the layers of web maps in the background',
    imports: ['server/database', 'server/membership', 'server/portal', 'server/safety'],
  },
  {
    path: 'server/portal',
    holds: 'the embedded ArcGIS portal: sign-in, people, groups, items, search, publishing',
    imports: [
      'server/audit',
      'server/budgets',
      'server/database',
      'server/documents',
      'server/http',
      'server/safety',
    ],
  },
  {
    path: 'server/services',
    holds: 'hosted feature services, vector tiles, geocoder, geometry and the reading of uploads',
    imports: ['server/budgets', 'server/database', 'server/http', 'server/safety', 'server/threads'],
  },
  {
    path: 'server/organisations',
    holds: 'organisations, their configuration, revisions and logo',
    imports: [
      'server/audit',
      'server/budgets',
      'server/database',
      'server/http',
      'server/membership',
      'server/safety',
    ],
  },
  {
    path: 'server/shared-maps',
    holds: 'snapshots of maps shared by link',
    imports: ['server/audit', 'server/database', 'server/documents', 'server/membership'],
  },
  {
    path: 'server/integrations',
    holds: 'credentials, health and pages of integrations; the Cityworks API',
    imports: ['server/audit', 'server/database', 'server/membership', 'server/safety'],
  },
  {
    path: 'server/usage',
    holds: 'daily counts of maps opened and people signed in',
    imports: ['server/database', 'server/membership'],
  },
  { path: 'server/audit', holds: 'the audit log', imports: ['server/database', 'server/membership'] },
  {
    path: 'server/observability',
    holds: 'the metrics endpoint',
    imports: ['server/budgets', 'server/http', 'server/membership', 'server/threads'],
  },
  {
    path: 'server/membership',
    holds: 'who a caller is, by the portal that issued the token',
    imports: ['server/safety'],
  },
  {
    path: 'server/sessions',
    holds: 'browser sessions; keeps refresh tokens out of pages',
    imports: ['server/safety'],
  },
  {
    path: 'server/documents',
    holds: 'large documents, decoded and checked in threads',
    imports: ['server/budgets', 'server/http', 'server/threads', 'server/shared-maps'],
  },
  {
    path: 'server/threads',
    holds: 'pools of worker threads',
    imports: ['server/budgets', 'server/database'],
  },
  {
    path: 'server/http',
    holds: 'the Fastify application: headers, limits, request bodies, static files, the one error exit',
    imports: ['server/budgets', 'server/database', 'server/safety'],
  },
  {
    path: 'server/budgets',
    holds: 'limits of each class of work: concurrency, queue, deadline, connections, share per caller',
    imports: ['server/database'],
  },
  {
    path: 'server/safety',
    holds: 'outgoing requests that cannot reach private networks; the shape of JSON',
    imports: [],
  },
  { path: 'server/database', holds: 'connection, embedded server, migrations, table types', imports: [] },
];

const side = (path) => path.split('/')[0];
const inRoom = (path) =>
  path.endsWith('.ts') || path.endsWith('.tsx') ? `^${path.replaceAll('.', '\\.')}$` : `^${path}/`;

/**
 * One dependency-cruiser rule per room.
 * @param {string} tests pattern of test files, which may import everything
 */
export function importRules(tests) {
  return rooms.map(({ path, holds, imports }) => ({
    name: path.replaceAll('/', '-'),
    comment: `${path}/ holds ${holds}. It imports: ${imports.join(', ') || 'no other room'}. See tools/rooms.mjs.`,
    severity: 'error',
    from: { path: inRoom(path), pathNot: tests },
    to: {
      path: '^(wire|web|server|testing|examples|tools)/',
      pathNot: [path, ...(everywhere[side(path)] ?? []), ...imports].map(inRoom),
    },
  }));
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

/** Folders of the product that are no room. @param {readonly string[]} files every file of the repository */
export function foldersWithoutRoom(files) {
  const folders = new Set(
    files
      .filter((file) => /^(web|server)\/[^/]+\//.test(file))
      .map((file) => file.split('/').slice(0, 2).join('/')),
  );
  return [...folders].filter((folder) => !rooms.some(({ path }) => path === folder));
}
