/** Module information from the bundler. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    dynamicImporters: readonly string[];
    isEntry: boolean;
  } | null;
}

/**
 * Entry modules from which everything a first map needs is reached by static imports: in the page, and in the
 * SDK's workers.
 */
export interface FirstMap {
  page: readonly string[];
  worker: readonly string[];
}

/**
 * A named chunk for a part that is loaded as a whole: its roots and all their imports that no earlier chunk
 * contains.
 */
export interface Piece {
  name: string;
  roots: readonly string[];
  /** Only what at least two of the roots need. */
  shared?: boolean;
  /** Modules that its roots reach only through lists of modules, and do not use; later pieces may contain them. */
  without?: (id: string) => boolean;
}

/** All manual chunks, in order of precedence. */
export interface Plan {
  /** The application's shell and its pages. */
  shell: readonly Piece[];
  /** A module that only passes others on, which the shell does not use. */
  isUnused?: (id: string) => boolean;
  firstMap: FirstMap;
  /** Parts that a map loads later. */
  later: readonly Piece[];
  /** The chunk a module may be put into, if any. */
  belongs: (id: string, group: 'shell' | 'map') => boolean;
  /** Whether the file of a module is kept unchanged when others import it dynamically. */
  staysApart: (id: string) => boolean;
}

/**
 * Assigns modules to chunks. By default the bundler splits the SDK into some thousand files, and a first map
 * requests 440 of them, one after the other. The modules are grouped by what needs them instead:
 *
 * - `map-shared`: what page and workers both need at once, so that both load the same file
 * - `map-common`: what the page needs at once and workers may need later (separate, so that they need no more
 * than that)
 * - `map-page` and `map-worker`: what only one of them needs
 * - one chunk for each later part
 *
 * A group contains whole closures of imports (less the groups before it), so groups import only previous
 * ones, never each other. A module still runs only when it is imported, because the bundler preserves the
 * order of execution.
 */
export function chunkNames(plan: Plan) {
  let names: Map<string, string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= assignNames(graph, plan);
    return names.get(id) ?? null;
  };
}

function assignNames(graph: ModuleGraph, { shell, firstMap, later, belongs, staysApart, isUnused }: Plan) {
  const names = new Map<string, string>();
  const assign = (id: string, name: string, group: 'shell' | 'map') => {
    if (names.has(id) || !belongs(id, group)) return;
    if (!(staysApart(id) && onDemand(graph, id))) names.set(id, name);
  };
  const page = closure(graph, firstMap.page);
  const worker = closure(graph, firstMap.worker);
  const workerLater = closure(graph, firstMap.worker, { dynamic: true });
  for (const piece of shell)
    for (const id of modulesOf(graph, piece, isUnused)) assign(id, piece.name, 'shell');
  for (const id of page)
    assign(id, worker.has(id) ? 'map-shared' : workerLater.has(id) ? 'map-common' : 'map-page', 'map');
  for (const id of worker) assign(id, 'map-worker', 'map');
  for (const piece of later) for (const id of modulesOf(graph, piece)) assign(id, piece.name, 'map');
  return names;
}

function modulesOf(
  graph: ModuleGraph,
  { roots, shared, without: passedOn }: Piece,
  isUnused?: (id: string) => boolean,
): Iterable<string> {
  const without = (id: string) => isUnused?.(id) === true || passedOn?.(id) === true;
  if (!shared) return closure(graph, roots, { without });
  const counts = new Map<string, number>();
  for (const root of roots)
    for (const id of closure(graph, [root], { without })) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([id]) => id);
}

/** Whether a module has its own file because it is imported dynamically. */
function onDemand(graph: ModuleGraph, id: string): boolean {
  const info = graph.getModuleInfo(id);
  return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
}

/** The modules and all their imports, at any distance: only static ones, or dynamic ones too. */
export function closure(
  graph: ModuleGraph,
  roots: readonly string[],
  { dynamic = false, without }: { dynamic?: boolean; without?: ((id: string) => boolean) | undefined } = {},
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || without?.(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...(dynamic ? (info?.dynamicallyImportedIds ?? []) : []));
  }
  return reached;
}
