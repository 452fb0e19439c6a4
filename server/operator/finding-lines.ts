import { describeFinding, kindOf, type PortalFinding } from '../../wire/portal-check.ts';

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** What a check of a portal found, one line each. */
export function findingLines(findings: readonly PortalFinding[]): string[] {
  return findings.map((finding) => `${marks[kindOf(finding).level]}  ${describeFinding(finding)}`);
}
