import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Modules of React that nearly every file imports. */
const names = ['react', 'react/jsx-runtime'];

const mark = '?exports';

/**
 * Gives React's modules, which are CommonJS, named exports. Otherwise each file that imports one makes itself a copy of its
 * functions, and looks up in it what it calls.
 */
export function reactModules(): Plugin {
  let require: NodeJS.Require;
  return {
    name: 'mapping:react-modules',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      require = createRequire(path.join(root, 'package.json'));
    },
    resolveId(id, _importer, { kind }) {
      // What is CommonJS itself, such as react-dom, uses the module as it is.
      return names.includes(id) && kind === 'import-statement' ? require.resolve(id) + mark : undefined;
    },
    load(id) {
      if (!id.endsWith(mark)) return undefined;
      const file = id.slice(0, -mark.length);
      const exported = Object.keys(require(file) as object).join(', ');
      return `import module from ${JSON.stringify(file)};
        export const { ${exported} } = module;
        export default module;`;
    },
  };
}
