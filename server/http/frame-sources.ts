/** Puts other sources of frames into a Content-Security-Policy. */
export function withFrameSources(policy: string, sources: readonly string[]): string {
  return policy.replace(/frame-src [^;]*/, `frame-src ${sources.join(' ')}`);
}
