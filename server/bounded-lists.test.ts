import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

/** Commands of the operator, and the demo's own simulator: nobody sends them requests. */
const others = ['operator/**', 'demo/**'];

const repeated = 'values of a repeated parameter (`limits.requestParameters`)';
const ofPortal = 'a response of a portal (`limits.foreignJsonValues`)';
const counted = 'the same list, counted before its members are read';

/** Lists without a maximum, and why their number is limited all the same. */
const bounded: Readonly<Record<string, string>> = {
  'application/map-comments/live-notices.ts': 'sent by this server',
  'composition/first-cards.ts': 'sent by this server',
  'gis/uploads/formats/pmtiles/read-metadata.ts':
    'in a file, which another process reads (`limits.tileMetadataBytes`)',
  'gis/vector-tiles/hosted/drawing/read-drawing.ts': counted,
  'platform/database/notification-store.ts': 'sent by this server',
  'platform/documents/read-map.ts': 'a response of a portal, which a thread reads',
  'platform/http/browser-reports.ts': counted,
  'platform/portal-check/assumptions/of-addresses.ts': ofPortal,
  'platform/portal-check/assumptions/of-members.ts': ofPortal,
  'platform/portal-check/assumptions/of-visitors.ts': ofPortal,
  'platform/portal-check/check-assumptions.ts': ofPortal,
  'portal/content/items/item-input.ts': repeated,
  'portal/identity/known-browsers.ts': 'sealed by this server',
  'portal/identity/provider/saml/saml-response.ts': 'sealed by this server',
  'portal/search/items/item-search.ts': repeated,
};

/** The end of the brackets that open at an index. */
function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ('([{'.includes(text[at]!)) depth += 1;
    if (')]}'.includes(text[at]!) && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/** Whether a list that begins with `array(` at this index has a maximum in the calls that follow. */
function hasMaximum(text: string, index: number): boolean {
  let at = closeOf(text, text.indexOf('(', index));
  for (;;) {
    const call = /^\s*\.(\w+)\(/.exec(text.slice(at));
    if (!call) return false;
    if (call[1] === 'max' || call[1] === 'length') return true;
    at = closeOf(text, at + call[0].length - 1);
  }
}

/** Each wrong member of a list is a fault, and 100,000 take seconds; of a list with a maximum, none beyond it is read. */
test('every list in a request has a maximum where it is read', () => {
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', ...others] });
  const unbounded = files.filter((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return [...text.matchAll(/\.array\(/g)].some(({ index }) => !hasMaximum(text, index));
  });
  expect(unbounded.map((file) => file.replaceAll(path.sep, '/')).toSorted()).toEqual(
    Object.keys(bounded).toSorted(),
  );
});
