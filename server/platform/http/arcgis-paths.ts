import { LeastRecentlyUsed } from '../budgets/least-recently-used.ts';

/** Paths whose spelling is stored, and characters of the longest of them. */
const [maxPaths, longestPath] = [500, 200];

/** Addresses of OGC APIs, `/server[/{org}]/ogc/{service}`: errors are problem+json, letter case counts. */
const ogc = /^\/server\/(?!rest\/)([^/]+\/)?ogc\/(?!rest\/)/;

/** Whether a URL belongs to an ArcGIS API; ArcGIS clients write its parts in any letter case. */
export function isArcgisPath(url: string): boolean {
  return !ogc.test(url) && /^\/(portal\/([^/]+\/)?sharing|server)(\/|\?|$)/i.test(url);
}

interface Segment {
  /** By lower-case name. */
  names: Map<string, { name: string; next: Segment }>;
  parameter?: Segment;
  /** Whether a route ends here. */
  ends: boolean;
  /** Whether a route has a wildcard here. */
  open: boolean;
}

/**
 * Normalises the letter case of ArcGIS paths to that of their routes:
 * `/server/rest/services/City/featureserver/0/QUERY` finds the route of `…/FeatureServer/:layer/query`.
 * Parameters keep their letters. The rest of the server compares paths exactly, so this happens before
 * routing and for these paths only.
 */
export class ArcgisPaths {
  readonly #root = newSegment();
  /** Routes without parameters, as written. */
  readonly #plain = new Set<string>();
  readonly #spelled = new LeastRecentlyUsed<string>(maxPaths);

  /** Registers a route, such as `/portal/:org/sharing/rest/search`. */
  add(route: string): void {
    if (!isArcgisPath(route)) return;
    if (!/[:*]/.test(route)) this.#plain.add(route);
    let at = this.#root;
    for (const name of split(route)) {
      if (name === '*') {
        at.open = true;
        return;
      }
      if (name.startsWith(':')) at = at.parameter ??= newSegment();
      else {
        const known = at.names.get(name.toLowerCase()) ?? { name, next: newSegment() };
        at.names.set(name.toLowerCase(), known);
        at = known.next;
      }
    }
    at.ends = true;
  }

  /** The same URL in the spelling of a matching route; unchanged when none matches. */
  spell(url: string): string {
    const end = url.search(/[?#]/);
    const path = end < 0 ? url : url.slice(0, end);
    if (this.#plain.has(path)) return url;
    const spelled = this.#spelled.get(path) ?? this.#spellPath(path);
    return spelled === path ? url : spelled + url.slice(path.length);
  }

  #spellPath(path: string): string {
    if (!isArcgisPath(path)) return path;
    const followed = follow(this.#root, split(path));
    const spelled = followed ? `/${followed.join('/')}${path.endsWith('/') ? '/' : ''}` : path;
    if (path.length <= longestPath) this.#spelled.set(path, spelled);
    return spelled;
  }
}

function newSegment(): Segment {
  return { names: new Map(), ends: false, open: false };
}

function split(path: string): string[] {
  return path.replace(/^\/|\/$/g, '').split('/');
}

/** A name takes precedence over a parameter, as in the router. */
function follow(at: Segment, segments: readonly string[]): readonly string[] | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return at.ends ? [] : undefined;
  const known = at.names.get(segment.toLowerCase());
  const named = known && follow(known.next, rest);
  if (named) return [known.name, ...named];
  const further = at.parameter && follow(at.parameter, rest);
  if (further) return [segment, ...further];
  return at.open ? segments : undefined;
}
