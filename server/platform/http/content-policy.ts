import { isHostSource } from '../../../wire/map-hosts.ts';

/** Sources of a Content-Security-Policy by directive. */
export type Directives = Readonly<Record<string, readonly string[]>>;

const keyword = /^(https:|data:|blob:|'(none|self|unsafe-inline|unsafe-eval|wasm-unsafe-eval)')$/;
const permission = /^allow-[a-z-]+$/;

/**
 * Prints a Content-Security-Policy. A source that is neither a keyword nor a host is left out: it could end its directive and
 * begin another, and what a policy does not name is not loaded.
 */
export function printPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${policySources(sources, name === 'sandbox').join(' ')}`)
    .join(';');
}

/** Those of the sources that a policy may name; `'none'` if there is none. */
export function policySources(sources: readonly string[], isSandbox = false): readonly string[] {
  const isAllowed = isSandbox
    ? (source: string) => permission.test(source)
    : (source: string) => keyword.test(source) || isHostSource(source);
  const allowed = sources.filter(isAllowed);
  return allowed.length > 0 || isSandbox ? allowed : ["'none'"];
}
