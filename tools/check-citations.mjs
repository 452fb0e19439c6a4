// Checks that every document, heading, decision and source file cited in comments or documentation exists in this repository:
// readers of a comment have nothing else to look it up in. Tables that are looked up by their first column have one row for each.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The test of this check contains invalid samples. */
const samples = 'tools/check-citations.test.ts';
const checked = /\.(ts|tsx|mjs|js|css|html|md|sh|ya?ml|cfg|conf|env|service)$/;
const documentName = /(?<![\w/.:-])((?:[\w.-]+\/)*[\w-]+\.md)(#[\w-]+)?/g;
const link = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)|^\[[^\]]+\]:\s*(\S+)/g;
const decision = /\bdecisions?[ /](\d{4}(?!-)(?:(?:, | and |, and )\d{4})*)/gi;

const source = /(?<![\w/.@*-])((?:[\w.-]+\/)*[a-z][\w.-]*\.(?:tsx?|mjs))\b/g;
/** Records of their time, and a form with KIND for a name. */
const named = /^(docs\/decisions\/|CHANGELOG\.md$|docs\/adding-an-integration\.md$)/;

/** Documents whose tables name each thing once: a second row, of a merge or a later change, would contradict the first. */
const lookedUp = new Set(['docs/threat-model.md', 'docs/limits.md']);

/**
 * Finds references to what does not exist.
 * @param {Map<string, string>} texts text of each file to check, by path
 * @param {Iterable<string>} paths every file of the repository
 * @returns {string[]} one sentence for each broken reference, and each repeated row, with file and line
 */
export function findBrokenReferences(texts, paths) {
  const known = new Set(['.']);
  for (let file of paths) for (; file !== '.'; file = path.posix.dirname(file)) known.add(file);
  const headings = new Map();
  for (const [file, text] of texts) if (file.endsWith('.md')) headings.set(file, anchorsOf(text));
  const broken = [];
  const files = new Map();
  for (const file of known) {
    const name = path.posix.basename(file);
    files.set(name, [...(files.get(name) ?? []), file]);
  }
  for (const [file, text] of texts) {
    for (const [index, line] of linesOf(file, text)) {
      const found = [
        ...sections(line),
        ...decisions(line, known),
        ...documents(file, line, known, headings),
        ...sources(file, line, files),
        ...(file.endsWith('.md') ? links(file, line, known, headings) : []),
        ...(file.endsWith('.md') ? labels(line, text) : []),
      ];
      broken.push(...[...new Set(found)].map((fault) => `${file}:${index + 1}: ${fault}`));
    }
    if (lookedUp.has(file)) broken.push(...repeatedRows(file, text));
  }
  return broken;
}

/** The lines of a file; of Markdown those outside fenced code. */
function linesOf(file, text) {
  let fenced = false;
  return [...text.split('\n').entries()].filter(([, line]) => {
    if (!file.endsWith('.md')) return true;
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    return !fenced;
  });
}

/** Rows of one table with the same first column. Empty ones continue the row above. */
function* repeatedRows(file, text) {
  let rows = new Map();
  for (const [index, line] of linesOf(file, text)) {
    if (!line.startsWith('|')) {
      rows = new Map();
      continue;
    }
    const first = line.split('|')[1].trim();
    const before = rows.get(first);
    if (before !== undefined && first !== '')
      yield `${file}:${index + 1}: has the same first column as line ${before}: “${first}”.`;
    else rows.set(first, index + 1);
  }
}

/** Anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text) {
  const anchors = new Set();
  for (const [, line] of linesOf('.md', text)) {
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) continue;
    const anchor = title
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let [unique, number] = [anchor, 0];
    while (anchors.has(unique)) unique = `${anchor}-${++number}`;
    anchors.add(unique);
  }
  return anchors;
}

/** A section number, or a specification without a name, refers to a document the reader cannot know. */
function* sections(line) {
  if (line.includes('\u00a7'))
    yield 'cites a section by its sign; name a heading of this repository, or write “RFC 6749, section 4.1”.';
  if (/\bthe\sspec\b/i.test(line))
    yield 'cites a specification without its name; state the fact, or name the document.';
}

function* decisions(line, known) {
  for (const [, numbers] of line.matchAll(decision))
    for (const number of numbers.match(/\d{4}/g))
      if (![...known].some((file) => file.startsWith(`docs/decisions/${number}-`)))
        yield `there is no decision ${number}.`;
}

function* links(file, line, known, headings) {
  for (const [, inline, defined] of line.replace(/`[^`]*`/g, '').matchAll(link)) {
    const target = inline ?? defined;
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    const [name, anchor] = decodeURI(target).split('#');
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '');
    if (!known.has(linked)) yield `there is no ${linked}.`;
    else if (anchor && headings.has(linked) && !headings.get(linked).has(anchor))
      yield `${linked} has no heading #${anchor}.`;
  }
}

/** Reference links, `[text][label]`, need the label's address in the same document. */
function* labels(line, text) {
  for (const [, label] of line.replace(/`[^`]*`/g, '').matchAll(/\]\[([^\]]+)\]/g))
    if (!text.includes(`\n[${label}]: `)) yield `there is no address for the label [${label}].`;
}

/** Names of source files in comments and documents: paths, or their ends. */
function* sources(file, line, files) {
  // Links are checked as such.
  const text = file.endsWith('.md')
    ? line.replace(/\]\([^)]*\)/g, ']')
    : /^\s*\/?\*.*|\/\/ .*/.exec(line)?.[0];
  if (text === undefined || named.test(file)) return;
  for (const [, name] of text.matchAll(source)) {
    const candidates = files.get(path.posix.basename(name)) ?? [];
    const ending = name.replace(/^(\.{1,2}\/)+/, '');
    if (!candidates.some((known) => known === ending || known.endsWith(`/${ending}`)))
      yield `there is no ${name}.`;
  }
}

/** Names of documents. In code, a quoted name by itself is a value of the program. */
function* documents(file, line, known, headings) {
  for (const { 1: name, 2: anchor, index } of line.matchAll(documentName)) {
    const quoted = /['"`]/.test(line[index - 1] ?? '') && /['"`]/.test(line[index + name.length] ?? '');
    if (quoted && !file.endsWith('.md') && !name.startsWith('docs/')) continue;
    const found = [name, path.posix.join('docs', name), path.posix.join(path.posix.dirname(file), name)].find(
      (candidate) => known.has(candidate),
    );
    if (!found) yield `there is no ${name}.`;
    else if (anchor && !headings.get(found)?.has(anchor.slice(1))) yield `${found} has no heading ${anchor}.`;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
    .toString()
    .split('\n')
    .filter((file) => existsSync(file));
  const texts = new Map(
    paths
      .filter((file) => checked.test(file) && file !== samples)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const broken = findBrokenReferences(texts, paths);
  for (const fault of broken) console.error(fault);
  console.log(
    `${texts.size} files refer to ${broken.length === 0 ? 'nothing' : 'something'} that does not exist`,
  );
  process.exit(broken.length > 0 ? 1 : 0);
}
