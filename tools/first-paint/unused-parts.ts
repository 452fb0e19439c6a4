import path from 'node:path';
import type { Plugin } from 'vite';

interface Part {
  /** The module of the library, without `.js` or `.mjs`. */
  module: RegExp;
  /** Only what these modules import of it; undefined: all modules. */
  importers?: RegExp;
  /** File in `substitutes/`. */
  by: string;
}

/**
 * Parts of libraries that every page would load though none uses them. When a later version has no such
 * module, nothing is replaced and everything works; `testing/browser/first-paint.spec.ts` notices what it costs.
 */
const parts: readonly Part[] = [
  // The theme turns ripples off.
  { module: /@mui\/material\/ButtonBase\/TouchRipple$/, by: 'unused' },
  // All fields are outlined, and no select is the browser's.
  {
    module: /@mui\/material\/(Input|FilledInput)\/index$/,
    importers: /@mui\/material\/(TextField\/TextField|Select\/Select)\.mjs$/,
    by: 'unused',
  },
  {
    module: /@mui\/material\/NativeSelect\/NativeSelectInput$/,
    importers: /@mui\/material\/Select\/Select\.mjs$/,
    by: 'unused',
  },
  // Buttons rarely wait: its progress circle loads when one does.
  {
    module: /@mui\/material\/CircularProgress\/index$/,
    importers: /@mui\/material\/(Button\/Button|IconButton\/IconButton)\.mjs$/,
    by: 'loading-indicator',
  },
  // The page has a script of its own for the colour scheme.
  {
    module: /@mui\/system\/InitColorSchemeScript\/InitColorSchemeScript$/,
    by: 'color-scheme-names',
  },
  // For components of classes that get the theme as a property.
  { module: /^hoist-non-react-statics$/, importers: /@emotion\/react\//, by: 'unused' },
  {
    module: /react-router\/.*\/router\/instrumentation$/,
    importers: /react-router\/.*\/router\/router\.js$/,
    by: 'router-parts',
  },
  {
    module: /react-router\/.*\/dom\/ssr\/components$/,
    importers: /react-router\/.*\/lib\/(dom\/lib|components)\.js$/,
    by: 'router-parts',
  },
];

/** Leaves out of the build what no page uses of its libraries, or none when it is shown. */
export function unusedParts(): Plugin {
  return {
    name: 'mapping:unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer?.includes('node_modules')) return undefined;
      const from = importer.replaceAll('\\', '/');
      const module = (id.startsWith('.') ? path.posix.join(path.posix.dirname(from), id) : id).replace(
        /\.m?js$/,
        '',
      );
      const found = parts.find((part) => part.module.test(module) && (part.importers?.test(from) ?? true));
      return found && path.join(import.meta.dirname, 'substitutes', `${found.by}.js`);
    },
  };
}
