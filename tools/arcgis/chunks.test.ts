import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chunkNames, closure } from './chunks.ts';
import { plan } from './plan.ts';

/** a → b → c, a → g, d → c, e → b, f by itself; c and b import each other; d may import g later. */
const imports: Record<string, string[]> = {
  a: ['b', 'g'],
  b: ['c'],
  c: ['b'],
  d: ['c'],
  e: ['b', 'x'],
  f: [],
  g: ['b'],
  x: [],
};
const later: Record<string, string[]> = { d: ['g'] };
const graph = {
  getModuleInfo: (id: string) =>
    imports[id]
      ? {
          importedIds: imports[id],
          dynamicallyImportedIds: later[id] ?? [],
          dynamicImporters: Object.keys(later).filter((importer) => later[importer]!.includes(id)),
          isEntry: id === 'a',
        }
      : null,
};

describe('modules a chunk needs', () => {
  it('include all imports, at any distance, cycles included', () => {
    expect([...closure(graph, ['e'])].sort()).toEqual(['b', 'c', 'e', 'x']);
    expect([...closure(graph, ['d'])].sort()).toEqual(['b', 'c', 'd']);
    expect([...closure(graph, ['d'], { dynamic: true })].sort()).toEqual(['b', 'c', 'd', 'g']);
    expect([...closure(graph, ['unknown'])]).toEqual(['unknown']);
  });
});

describe('chunk of a module', () => {
  const nameOf = chunkNames({
    shell: [{ name: 'shell', roots: ['s'] }],
    firstMap: { page: ['a'], worker: ['d'] },
    later: [{ name: 'later', roots: ['e'] }],
    belongs: (id, group) => id !== 'x' && (group === 'map' || id !== 'b'),
    staysApart: () => false,
  });

  it.each([
    ['a', 'map-page'],
    ['b', 'map-shared'],
    ['c', 'map-shared'],
    ['g', 'map-common'],
    ['d', 'map-worker'],
    ['e', 'later'],
  ])('%s is %s', (id, name) => {
    expect(nameOf(id, graph)).toBe(name);
  });

  it('is left to the bundler when no map module needs it', () => {
    expect(nameOf('f', graph)).toBeNull();
    expect(nameOf('x', graph)).toBeNull();
  });

  it('collects what several need, without what only one of them does', () => {
    const shared = chunkNames({
      shell: [{ name: 'shared', roots: ['a', 'd', 'e'], shared: true }],
      firstMap: { page: [], worker: [] },
      later: [],
      belongs: () => true,
      staysApart: () => false,
    });
    expect(Object.keys(imports).filter((id) => shared(id, graph) === 'shared')).toEqual(['b', 'c']);
  });

  it('is separate for a dynamically imported module whose file is to stay', () => {
    const apart = chunkNames({
      shell: [{ name: 'shell', roots: ['a'] }],
      firstMap: { page: [], worker: [] },
      later: [],
      belongs: () => true,
      staysApart: (id) => id !== 'c',
    });
    expect(['a', 'b', 'c', 'g'].map((id) => apart(id, graph))).toEqual([null, 'shell', 'shell', null]);
  });

  it('imports only from itself and from previous chunks', () => {
    const order = ['map-shared', 'map-common', 'map-page', 'map-worker', 'later'];
    const allowed: Record<string, string[]> = {
      'map-shared': ['map-shared'],
      'map-common': ['map-shared', 'map-common'],
      'map-page': ['map-shared', 'map-common', 'map-page'],
      'map-worker': ['map-shared', 'map-worker'],
      later: order,
    };
    const crossings = Object.entries(imports).flatMap(([id, targets]) =>
      targets.map((target) => ({ from: nameOf(id, graph), to: nameOf(target, graph) })),
    );
    const named = crossings.filter(({ from, to }) => from !== null && to !== null);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ from, to }) => !allowed[from!]!.includes(to!))).toEqual([]);
  });
});

describe('the plan of the chunks', () => {
  // The bundler ignores a root that does not exist, and the part loads as many small files.
  it('names files that exist', () => {
    const roots = [...plan.shell, ...plan.later].flatMap((piece) => piece.roots);
    const first = [...plan.firstMap.page, ...plan.firstMap.worker];
    expect([...roots, ...first].filter((file) => !existsSync(file))).toEqual([]);
  });
});
