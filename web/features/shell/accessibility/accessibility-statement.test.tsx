import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { AccessibilityStatement } from './accessibility-statement.tsx';
import { chapters } from './chapters.ts';
import { criteria } from './criteria.ts';

it('shows each criterion with its evidence, and the sums', async () => {
  show(<AccessibilityStatement />, { context: await fakeContext({ config: { title: 'City' } }) });
  expect(screen.getByRole('heading', { level: 1, name: 'Accessibility statement' })).toBeDefined();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(criteria.length + chapters.length);
  const contrast = rows.find((row) => row.textContent?.includes('1.4.3'));
  expect(contrast?.textContent).toBe('1.4.3 Contrast (Minimum)AA9.1.4.3SupportsAutomatic checks and tests');
  // What is met in part says why.
  const names = rows.find((row) => row.textContent?.includes('4.1.2'));
  expect(names?.textContent).toContain('Partially supportsSome tools are components of the ArcGIS Maps SDK');
  // So is what no test shows; nothing of these levels is left out.
  const labels = rows.find((row) => row.textContent?.includes('1.4.5'));
  expect(labels?.textContent).toMatch(
    /Partially supportsScreen readers can’t read the map.*Not checked by a test$/,
  );
  expect(rows.filter((row) => row.textContent?.includes('Not evaluated'))).toEqual([]);
  // Nothing is met in part without a reason.
  const partly = rows.filter((row) => row.textContent?.includes('Partially supports'));
  expect(
    partly.filter(
      (row) => !/Partially supports.{20,}(?:Tests|Automatic checks|Not checked)/.test(row.textContent ?? ''),
    ),
  ).toEqual([]);
  // Chapters about other things than web pages follow.
  expect(rows.slice(-3).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^PDF page–10Partially supportsScreen readers can’t read the map.*Tests$/),
    'Software–11Partially supportsEverything runs in the browser: only user preferences and authoring tools apply, the latter in part.Tests',
    expect.stringMatching(/^Documentation and support services–12Partially supportsTell the administrators/),
  ]);
  const evidence = (text: string) => rows.filter((row) => row.textContent?.endsWith(text)).length;
  const unchecked = evidence('Not checked by a test');
  expect(unchecked).toBeGreaterThan(0);
  expect(screen.getByText(/conform in part/).textContent).toContain(
    `and ${unchecked} are not checked by a test`,
  );
});
