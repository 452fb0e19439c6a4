// Rejects regular expressions that may need quadratic time or more for some text. Callers choose the texts that the server reads:
// a hundred thousand slashes and an `x` occupied `/\/+$/` for ten seconds, during which the server answered no other request. Authors of maps and items
// choose those that browsers read. Only texts that repeat one character are found: where a part of several characters may repeat, such as
// `(?:\/\w+)*` at each slash, the length of the text needs a limit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

/** Folders whose code reads texts of others. */
const checked = ['wire', 'server', 'analysis', 'integration-kinds', 'web'];

/**
 * @param {string} file its name decides how it is parsed
 * @param {string} text
 * @returns {string[]} a sentence for each such expression, with its line
 */
export function findSlowExpressions(file, text) {
  const faults = [];
  const { program } = parseSync(file, text);
  new Visitor({
    Literal({ regex, start }) {
      if (!regex) return;
      const { reports } = analyse(
        { source: regex.pattern, flags: regex.flags },
        { reportTypes: { Move: true }, maxReports: 1 },
      );
      if (reports.length === 0) return;
      const line = text.slice(0, start).split('\n').length;
      faults.push(
        `${file}:${line}: /${regex.pattern}/${regex.flags} may need quadratic time; use trimEnd, split or a stricter expression.`,
      );
    },
  }).visit(program);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...checked], {
    encoding: 'utf8',
  });
  const faults = files
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$/.test(file))
    .flatMap((file) => findSlowExpressions(file, readFileSync(file, 'utf8')));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
