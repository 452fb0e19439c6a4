// Import rules. Those of the rooms come from tools/rooms.mjs; the others are here, each with what to do instead.
import { readFileSync } from 'node:fs';
import { importRules } from './tools/rooms.mjs';

const workspacePackages = ['examples', 'testing/bench'].flatMap((folder) =>
  Object.keys(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).devDependencies),
);
/** Which code runs where. A folder of `integration-kinds/` has files of both sides. */
const sides = {
  browser: '^(web/|integration-kinds/(browsers\\.ts|[^/]+/(browser\\.ts|page(\\.tsx|/))))',
  server: '^(server/|integration-kinds/(servers\\.ts|[^/]+/server(\\.ts|/)))',
  both: '^(wire/|integration-kinds/(definitions\\.ts|[^/]+/definition\\.ts))',
};
const tests = '\\.test\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...importRules(tests),
    ...Object.entries(sides).map(([name, path]) => ({
      name: `${name}-apart`,
      comment: 'Browser and server meet in wire/ and the definitions of integration kinds only.',
      severity: 'error',
      from: { path, pathNot: tests },
      to: {
        path: [
          ...Object.values(sides).filter((other) => other !== path && other !== sides.both),
          '^(testing|tools)/',
        ],
      },
    })),
    {
      name: 'kinds-apart',
      comment:
        'Move what two kinds of integration need to web/integrations or server/application/integrations.',
      severity: 'error',
      from: { path: '^integration-kinds/([^/]+)/' },
      to: { path: '^integration-kinds/[^/]+/', pathNot: '^integration-kinds/$1/' },
    },
    {
      name: 'no-cycles',
      comment: 'Move what both need into a third file.',
      severity: 'error',
      from: {},
      // Code that is loaded on demand names the types of the file that loads it (web/map/load-capability.ts).
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'no-missing',
      comment: 'The import does not exist.',
      severity: 'error',
      from: {},
      // Packages of workspaces are installed by the command that needs them (tools/install.mjs).
      to: { couldNotResolve: true, pathNot: ['^virtual:', `^(${workspacePackages.join('|')})(/|$)`] },
    },
    {
      name: 'nobody-imports-testing',
      comment: 'testing/ serves tests; move what the product needs to the room it belongs to.',
      severity: 'error',
      from: { pathNot: ['^testing/', tests] },
      to: { path: '^testing/' },
    },
    {
      name: 'wire-zod-only',
      comment: 'wire/ and definitions run on both sides: zod is their only package.',
      severity: 'error',
      from: { path: sides.both, pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },
    {
      name: 'sdk-in-map-only',
      comment:
        'Only web/map and analysis/ import the ArcGIS SDK at run time; others go through their front doors.',
      severity: 'error',
      from: { path: '^(web|server|wire)/', pathNot: ['^web/map/', tests] },
      to: { path: 'node_modules/@arcgis/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pictures-decoded-in-one-place',
      comment:
        'decodePicture takes pictures of pixels only, in limited size and time; sharp by itself draws SVG.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/platform/safety/decode-picture\\.ts$', tests] },
      to: { path: 'node_modules/sharp/' },
    },
    {
      name: 'features-know-no-feature',
      comment:
        'Features meet in a route, the application context, the URL, the map model or the query cache.',
      severity: 'error',
      from: { path: '^web/features/([^/]+/[^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'feature-front-door',
      comment: 'Enter a feature by its index.ts.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['^web/features/', tests] },
      to: {
        path: '^web/features/.+',
        pathNot: ['^web/features/[^/]+/[^/]+/index\\.tsx?$', '/messages/en\\.json$'],
      },
    },
    {
      name: 'query-keys-in-factories-only',
      comment: 'Add the key to query-keys.ts of the room whose answers are cached.',
      severity: 'error',
      from: { path: '^web/', pathNot: ['/query-keys\\.ts$', tests] },
      to: { path: '^web/query-key\\.ts$' },
    },
    {
      name: 'sql-in-stores-only',
      comment: 'Only *-store.ts files and the database room build SQL.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/platform/database/',
          '-store\\.ts$',
          '-condition\\.ts$',
          '^server/platform/http/health\\.ts$',
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
