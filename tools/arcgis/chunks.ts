/** What the bundler knows of a module. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Modules from which everything a first map needs is reached by static imports: in the page, and in the SDK's workers. */
export interface FirstMap {
  page: readonly string[];
  worker: readonly string[];
}

/** A named chunk for a piece that is loaded as a whole: its roots and all they import that no earlier chunk holds. */
export interface Piece {
  name: string;
  roots: readonly string[];
}

/** Everything that is cut by hand, in the order in which it comes to hold modules. */
export interface Plan {
  /** The application's shell and its pages. */
  shell: readonly Piece[];
  firstMap: FirstMap;
  /** What opens from a map later. */
  later: readonly Piece[];
  /** Whether a module may be put into a group at all. Modules that are imported on demand by themselves may not. */
  belongs: (id: string, group: 'shell' | 'map') => boolean;
}

/**
 * Decides into which chunk a module goes. Left to itself the bundler cuts the SDK into some thousand files, and a first
 * map asks for 440 of them, one after the other. The modules are grouped by what needs them instead:
 *
 * - `map-shared`: what page and workers both need at once, so that both load the same file
 * - `map-common`: what the page needs at once and workers may need later (kept apart, so that they need no more than that)
 * - `map-page` and `map-worker`: what only one of them needs
 * - one chunk for each later piece
 *
 * A group holds whole closures of imports (less the groups before it), so groups import only what came before, never each
 * other. A module still runs only when it is imported, because the bundler keeps the order of execution.
 */
export function chunkNames(plan: Plan) {
  let names: Map<string, string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= assignNames(graph, plan);
    return names.get(id) ?? null;
  };
}

function assignNames(graph: ModuleGraph, { shell, firstMap, later, belongs }: Plan) {
  const names = new Map<string, string>();
  const assign = (id: string, name: string, group: 'shell' | 'map') => {
    if (!names.has(id) && belongs(id, group)) names.set(id, name);
  };
  const page = closure(graph, firstMap.page);
  const worker = closure(graph, firstMap.worker);
  const workerLater = closure(graph, firstMap.worker, { dynamic: true });
  for (const { name, roots } of shell) for (const id of closure(graph, roots)) assign(id, name, 'shell');
  for (const id of page)
    assign(id, worker.has(id) ? 'map-shared' : workerLater.has(id) ? 'map-common' : 'map-page', 'map');
  for (const id of worker) assign(id, 'map-worker', 'map');
  for (const { name, roots } of later) for (const id of closure(graph, roots)) assign(id, name, 'map');
  return names;
}

/** The modules and everything they import, at any distance: statically, or with what they may import later. */
export function closure(graph: ModuleGraph, roots: readonly string[], { dynamic = false } = {}): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(dynamic ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return reached;
}
