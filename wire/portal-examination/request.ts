import type { PortalFinding } from '../portal-check.ts';

/** A response of a portal; the body is text because portals and proxies report some errors in HTML. */
export interface PortalResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request to a portal, from the server or from a page: a form, when it carries a token, so that no log has it.
 * @throws UnreachablePortal
 */
export type RequestPortal = (
  address: string,
  init?: { headers?: Record<string, string>; form?: Record<string, string> },
) => Promise<PortalResponse>;

/** The portal did not respond. */
export class UnreachablePortal extends Error {
  /** The reason, and how to fix it. */
  readonly finding: PortalFinding;

  constructor(finding: PortalFinding, cause: unknown) {
    super(finding.code, { cause });
    this.name = 'UnreachablePortal';
    this.finding = finding;
  }
}

/** The finding about a portal that did not respond. */
export function obstacleOf(address: string, error: unknown): PortalFinding {
  if (error instanceof UnreachablePortal) return error.finding;
  return { code: 'unreachable', values: { host: new URL(address).host, reason: String(error) } };
}

const outOfReach: ReadonlySet<string> = new Set([
  'unknown-host',
  'private-host',
  'unreachable',
  'certificate-untrusted',
  'certificate-expired',
  'certificate-name',
] satisfies PortalFinding['code'][]);

/** Whether a check ended because there was no connection to the portal: other computers may have one. */
export function isOutOfReach(findings: readonly PortalFinding[]): boolean {
  return findings.some(({ code }) => outOfReach.has(code));
}
