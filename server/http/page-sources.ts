/** What an organisation's pages may use of other hosts. */
export interface PageSources {
  /** Origins whose pages they hold in frames. */
  frames: readonly string[];
  /** Hosts they load data and pictures from. */
  hosts: readonly string[];
}

/** Adds what a page may use of other hosts to a Content-Security-Policy. */
export function withSources(policy: string, { frames, hosts }: PageSources): string {
  return policy
    .replace(/frame-src [^;]*/, `frame-src ${frames.join(' ')}`)
    .replace(/(?:connect|img)-src [^;]*/g, (directive) => [directive, ...hosts].join(' '));
}

/** Says in a page's head what it may load from, so that it knows before it tries. */
export function hostsElement(hosts: readonly string[]): string {
  return `<meta name="hosts" content="${hosts.join(' ')}">`;
}
