import type { AuditEntry } from '../../platform/audit/audit-store.ts';

/** The audit log as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvOf(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, act, subject, detail }) => [
    new Date(at).toISOString(),
    actor,
    act,
    subject,
    JSON.stringify(detail),
  ]);
  const lines = [['time', 'actor', 'act', 'subject', 'detail'], ...rows].map((row) =>
    row.map(cell).join(','),
  );
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cell(text: string): string {
  // Spreadsheets would run a value that begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
