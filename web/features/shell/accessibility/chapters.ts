import type { Checked } from './conformance.ts';

/** A chapter of EN 301 549 V3.2.1 about other things than web pages. */
interface Chapter extends Checked {
  id: string;
  /** The message of its title. */
  title: 'export.format.pdf' | 'accessibility.chapter.11' | 'accessibility.chapter.12';
}

/**
 * Chapters besides 9, which the criteria are. Chapters 5 to 8 and 13 are about devices, calls, video and
 * relay services.
 */
export const chapters: readonly Chapter[] = [
  {
    // Non-web documents: pages that the export writes.
    id: '10',
    title: 'export.format.pdf',
    limit: 'map',
    tests: [
      [
        'web/features/map-tools/export/pdf-tags.test.ts',
        'writes what each part of a page is, in reading order, with its language',
      ],
      ['web/features/map-tools/export/pdf-tags.test.ts', 'leaves no content of a page unmarked'],
      ['web/features/map-tools/export/write-pdf.test.ts', 'writes a page that screen readers read in order'],
    ],
  },
  {
    // Everything runs in the browser (docs/accessibility.md).
    id: '11',
    title: 'accessibility.chapter.11',
    limit: 'software',
    tests: [
      [
        'web/app/application-theme.test.tsx',
        'with a system that prefers dark (%s) and the choice "%s" is %s',
      ],
      ['web/app/application-theme.test.tsx', 'fades without motion where the system asks for less (%s)'],
      [
        'web/features/map-tools/layers/rich-text/html.test.ts',
        'any text stays the same or is edited as source',
      ],
    ],
  },
  {
    id: '12',
    title: 'accessibility.chapter.12',
    byOrganisation: true,
    tests: [
      [
        'web/features/shell/accessibility/accessibility-statement.test.tsx',
        'shows each criterion with its evidence, and the sums',
      ],
      ['web/features/map-tools/in-view/in-view.test.tsx', 'opens from its heading'],
    ],
  },
];
