// Writes the product and the criteria of the accessibility statement into docs/accessibility.md, in the terms of a VPAT.
//   npm run record:accessibility
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { conformanceOf, evidenceOf } from '../web/features/shell/accessibility/conformance.ts';
import { clauseOf, criteria } from '../web/features/shell/accessibility/criteria.ts';
import { root } from './install.mjs';
import { readEnglish } from './translations/catalogues.ts';

export const reportFile = path.join(root, 'docs/accessibility.md');
const english = readEnglish();

/** The word of a VPAT for how something conforms. */
export const conformance = (checked) => english[`accessibility.conformance.${conformanceOf(checked)}`];

/** Why it is met in part, as the statement explains it. */
function remarks(checked) {
  if (checked.limit) return english[`accessibility.limit.${checked.limit}`];
  return evidenceOf(checked) === 'automatic' ? english['accessibility.limit.rules'] : '';
}

const table = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function productTable() {
  const { version, description } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return table([
    ['Product', `Mapping ${version}`],
    ['Description', description],
    ['Standards', 'WCAG 2.2, levels A and AA; EN 301 549 V3.2.1'],
    ['Form', 'VPAT 2.5, EU edition, with the criteria of WCAG 2.2'],
    ['Date', 'That of this version in CHANGELOG.md'],
    ['Contact', 'The administrators of each organisation, as its statement says'],
    [
      'Evaluation methods',
      'Automatic checks and tests (below). People with disabilities have not evaluated it',
    ],
  ]);
}

function criteriaTable() {
  return table([
    ['Criterion', 'Level', 'EN 301 549', 'Conformance', 'Remarks', 'Checked by'],
    ...criteria.map((criterion) => [
      `${criterion.id} ${english[`accessibility.criterion.${criterion.id}`]}`,
      criterion.level,
      clauseOf(criterion) ?? '–',
      conformance(criterion),
      remarks(criterion),
      english[`accessibility.evidence.${evidenceOf(criterion)}`],
    ]),
  ]);
}

/** The generated parts of the document, by the names of their marks. */
export const generatedParts = () => ({ product: productTable(), criteria: criteriaTable() });

/** A part of the document between its marks: `<!-- criteria: command -->` and `<!-- /criteria -->`. */
export const partPattern = (name) => new RegExp(`(<!-- ${name}: [^>]*-->\n)([^]*)(<!-- /${name} -->)`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let text = readFileSync(reportFile, 'utf8');
  for (const [name, part] of Object.entries(generatedParts()))
    text = text.replace(partPattern(name), (_all, start, _old, end) => `${start}\n${part}\n\n${end}`);
  writeFileSync(reportFile, text);
}
