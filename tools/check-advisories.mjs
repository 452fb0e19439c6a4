// Known vulnerabilities of the product's runtime packages. Fails on a serious one; an unreachable registry
// (no network, a mirror without advisories) is reported without failing.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, say } from './install.mjs';

/**
 * The message for a report of `npm audit --json`, and whether it is a failure.
 * @param {string} output
 */
export function judge(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    report = {};
  }
  if (!report.metadata?.vulnerabilities)
    return {
      failed: false,
      text: 'Advisories: the registry did not respond, so new ones are unknown.',
    };
  const serious = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  if (serious.length === 0) return { failed: false, text: 'Advisories: no serious ones.' };
  const lines = serious.map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  return {
    failed: true,
    text: `Packages with serious advisories (details: npm audit):\n${lines.join('\n')}`,
  };
}

if (process.argv[1] === path.join(root, 'tools', 'check-advisories.mjs')) {
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=20000'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      maxBuffer: 64_000_000,
      shell: process.platform === 'win32',
    },
  );
  const { failed, text } = judge(stdout ?? '');
  say(text);
  process.exit(failed ? 1 : 0);
}
