// The rooms of docs/architecture.md. Each rule says what to do instead.
const room = (name) => `^${name}/`;
const tests = '\\.test\\.tsx?$';

/** A room may import itself and what is listed; everything else of this repository is forbidden. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(wire|web|server|testing|examples|tools)/', pathNot: allowed },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-missing',
      comment: 'The import does not exist.',
      severity: 'error',
      from: {},
      // Koop is installed by the benchmark that needs it, in a folder of its own.
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^@koopjs/koop-core$'] },
    },
    {
      name: 'nobody-imports-testing',
      comment: 'testing/ serves tests; move what the product needs to the room it belongs to.',
      severity: 'error',
      from: { pathNot: ['^testing/', tests] },
      to: { path: '^testing/' },
    },
    only('wire', room('wire'), room('wire'), 'wire/ holds schemas and pure conversions; it knows nobody.'),
    {
      name: 'wire-zod-only',
      comment: 'wire/ runs on both sides: zod is its only package.',
      severity: 'error',
      from: { path: room('wire'), pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },
    only(
      'web-context',
      room('web/context'),
      [room('wire'), room('web/context'), room('web/portal')],
      'The context holds types and a hook.',
    ),
    only('web-ui', room('web/ui'), [room('web/ui')], 'ui/ is presentational: pass values in, callbacks out.'),
    only('web-api', room('web/api'), [room('wire'), room('web/api')], 'The API client knows the wire alone.'),
    only(
      'web-portal',
      room('web/portal'),
      [room('wire'), room('web/portal')],
      'The portal client knows the wire alone.',
    ),
    only(
      'web-map',
      room('web/map'),
      [room('wire'), room('web/map')],
      'map/ owns the SDK and knows the wire alone.',
    ),
    {
      name: 'sdk-in-map-only',
      comment: 'Only web/map imports the ArcGIS SDK at run time; others go through its front door.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['^web/map/', tests] },
      to: { path: 'node_modules/@arcgis/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-know-no-feature',
      comment:
        'Features meet in a route, the application context, the URL, the map model or the query cache.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/($1|languages)/' },
    },
    only(
      'web-features',
      '^web/features/([^/]+)/',
      [
        room('wire'),
        room('web/map'),
        room('web/portal'),
        room('web/api'),
        room('web/ui'),
        room('web/context'),
        room('web/features'),
      ],
      'A feature uses map, portal, api, ui, context and wire.',
    ),
    {
      name: 'feature-front-door',
      comment: 'Enter a feature by its index.ts.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['^web/features/([^/]+)/', tests] },
      to: { path: '^web/features/[^/]+/.+', pathNot: '^web/features/[^/]+/index\\.tsx?$' },
    },
    only(
      'web-integrations',
      room('web/integrations'),
      [
        room('wire'),
        room('web/ui'),
        room('web/integrations'),
        room('web/features/languages'),
        '^web/app/(application-theme|query-client)\\.tsx?$',
      ],
      'A page of an integration stands in a frame by itself; it meets the application in messages alone.',
    ),
    only(
      'web-routes',
      room('web/routes'),
      [room('wire'), room('web/features'), room('web/ui'), room('web/context'), room('web/routes')],
      'A route composes features.',
    ),
    only(
      'web-never-server',
      room('web'),
      [room('wire'), room('web')],
      'Browser and server meet in wire/ only.',
    ),
    only(
      'server-never-web',
      room('server'),
      [room('wire'), room('server'), room('examples')],
      'Browser and server meet in wire/ only.',
    ),
    only(
      'database',
      room('server/database'),
      [room('wire'), room('server/database'), '^server/limits\\.ts$'],
      'The database knows no slice.',
    ),
    only(
      'budgets',
      room('server/budgets'),
      [room('wire'), room('server/budgets'), room('server/database'), '^server/limits\\.ts$'],
      'Budgets bound the work of every slice and know none of them.',
    ),
    {
      name: 'slices-apart',
      comment: 'Slices meet in server/composition.',
      severity: 'error',
      from: { path: '^server/(organisations|shared-maps|portal|services)/', pathNot: tests },
      to: { path: '^server/(organisations|shared-maps|portal|services|demo)/', pathNot: '^server/$1/' },
    },
    {
      name: 'sql-in-stores-only',
      comment: 'Only *-store.ts files and the database room build SQL.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/database/',
          '-store\\.ts$',
          '-condition\\.ts$',
          '^server/http/health\\.ts$',
          tests,
        ],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^data/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'types', 'default', 'node'],
      exportsFields: ['exports'],
    },
    parser: 'swc',
  },
};
