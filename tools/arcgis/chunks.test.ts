import { describe, expect, it } from 'vitest';
import { chunkNames, closure } from './chunks.ts';

/** a → b → c, d → c, e → b, f alone; c and b import each other. */
const imports: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['b'], d: ['c'], e: ['b', 'x'], f: [], x: [] };
const graph = {
  getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null),
};

describe('the modules a chunk needs', () => {
  it('are all that is imported, at any distance, cycles included', () => {
    expect([...closure(graph, ['a'])].sort()).toEqual(['a', 'b', 'c']);
    expect([...closure(graph, ['unknown'])]).toEqual(['unknown']);
  });
});

describe('the chunk of a module', () => {
  const nameOf = chunkNames({ page: ['a'], worker: ['d'] }, [{ name: 'later', roots: ['e'] }], (id) => id !== 'x');

  it.each([
    ['a', 'map-page'],
    ['b', 'map-shared'],
    ['c', 'map-shared'],
    ['d', 'map-worker'],
    ['e', 'later'],
  ])('%s goes to %s', (id, name) => {
    expect(nameOf(id, graph)).toBe(name);
  });

  it('is left to the bundler when nothing needs it or it belongs to somebody else', () => {
    expect(nameOf('f', graph)).toBeNull();
    expect(nameOf('x', graph)).toBeNull();
  });

  it('imports only from itself and from chunks before it', () => {
    const order = ['map-shared', 'map-page', 'map-worker', 'later'];
    const allowed: Record<string, string[]> = {
      'map-shared': ['map-shared'],
      'map-page': ['map-shared', 'map-page'],
      'map-worker': ['map-shared', 'map-worker'],
      later: order,
    };
    for (const id of Object.keys(imports)) {
      const name = nameOf(id, graph);
      if (!name) continue;
      for (const imported of imports[id] ?? []) {
        const to = nameOf(imported, graph);
        if (to) expect(allowed[name]).toContain(to);
      }
    }
  });
});
