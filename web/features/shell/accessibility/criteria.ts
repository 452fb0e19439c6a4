import type { Checked } from './conformance.ts';

/** A criterion of WCAG. */
export interface Criterion extends Checked {
  /** Its number in WCAG 2.2. */
  id: string;
  level: 'A' | 'AA';
}

const sameOrder = [
  'web/app/main-layout.test.tsx',
  'has navigation, feedback and account in the same order on every page',
] as const;

const byNames = [
  'testing/browser/screen-reader.spec.ts',
  'a map is opened, searched, read, measured and shared through names and roles, by keyboard',
] as const;

const byTab = [
  'testing/browser/screen-reader.spec.ts',
  'Tab reaches the map of a member in eight steps, each of which is visible',
] as const;

const onPhones = [
  'testing/browser/screen-reader.spec.ts',
  'nothing covers the focus on a phone: ${name}',
] as const;

/** Also of their controls' sizes and outlines, and with a wider spacing of text. */
const ofPanels = [
  'testing/browser/accessibility-tools.spec.ts',
  'the panels of a map have no accessibility violations',
] as const;

const ofTheSource = 'web/features/shell/accessibility/source.test.ts';
const formOfFeature = 'web/features/map-tools/editing/edit-panel.test.tsx';

const known = [
  { id: '1.1.1', level: 'A', rules: ['image-alt', 'role-img-alt', 'svg-img-alt'], limit: 'map' },
  { id: '1.2.1', level: 'A', absent: true },
  { id: '1.2.2', level: 'A', absent: true },
  { id: '1.2.3', level: 'A', absent: true },
  { id: '1.2.4', level: 'AA', absent: true },
  { id: '1.2.5', level: 'AA', absent: true },
  {
    id: '1.3.1',
    level: 'A',
    rules: ['aria-required-children', 'aria-required-parent', 'list', 'listitem', 'td-headers-attr'],
    tests: [byNames],
  },
  {
    id: '1.3.2',
    level: 'A',
    tests: [byNames],
  },
  { id: '1.3.3', level: 'A', limit: 'shapes' },
  { id: '1.3.4', level: 'AA', rules: ['css-orientation-lock'] },
  {
    id: '1.3.5',
    level: 'AA',
    rules: ['autocomplete-valid'],
    tests: [
      [
        'testing/client/portal-sign-in-page.test.ts',
        'is usable by people, password managers and screen readers',
      ],
    ],
  },
  { id: '1.4.1', level: 'A', rules: ['link-in-text-block'] },
  { id: '1.4.2', level: 'A', absent: true },
  {
    id: '1.4.3',
    level: 'AA',
    rules: ['color-contrast'],
    tests: [['web/ui/theme.test.ts', 'has the product’s colours, contrast and font']],
  },
  { id: '1.4.4', level: 'AA', rules: ['meta-viewport'], tests: [ofPanels] },
  // Labels are drawn with the map.
  { id: '1.4.5', level: 'AA', limit: 'map' },
  { id: '1.4.10', level: 'AA', tests: [ofPanels] },
  {
    id: '1.4.11',
    level: 'AA',
    // The borders of its own controls are fainter.
    limit: 'sdk',
    tests: [['wire/palette.test.ts', 'has outlines of controls that are seen'], ofPanels],
  },
  { id: '1.4.12', level: 'AA', rules: ['avoid-inline-spacing'], tests: [ofPanels] },
  {
    id: '1.4.13',
    level: 'AA',
    tests: [['web/ui/hint.test.tsx', 'closes with Escape, and its control stays the same']],
  },
  {
    id: '2.1.1',
    level: 'A',
    rules: ['scrollable-region-focusable'],
    tests: [
      [
        'testing/browser/commands.spec.ts',
        'the keyboard leads from the home page to a map, its layers, its tools and a place',
      ],
      ['testing/browser/screen-reader.spec.ts', 'shapes are drawn by keyboard, and each point is announced'],
      [
        'testing/browser/screen-reader.spec.ts',
        'corners of a drawing are moved, removed and restored by keyboard',
      ],
      ['testing/browser/screen-reader.spec.ts', 'features within an area are selected by keyboard'],
      ['web/map/sdk/keyboard-clicks.test.tsx', 'clicks at the middle of the map when Space is released'],
      [
        'web/map/sdk/corner-keys.test.tsx',
        'moves the corner that is picked up with the map, until it is put down',
      ],
      ['web/features/map-tools/layers/layers-panel.test.tsx', 'is made transparent by keyboard'],
      [
        'web/features/map-tools/layers/place-panel.test.tsx',
        'is used by the keys of a map, which its buttons announce, %s',
      ],
      ['web/integrations/photos/photo-page.test.tsx', 'turns and zooms by keyboard, wherever the focus is'],
    ],
  },
  {
    id: '2.1.2',
    level: 'A',
    tests: [
      [
        'web/features/content/my-content/content-keyboard.test.tsx',
        'closes a menu and a dialog with Escape, and returns the focus',
      ],
    ],
  },
  {
    id: '2.1.4',
    level: 'A',
    tests: [
      [ofTheSource, 'takes letters without Ctrl only on the map and in text'],
      ['web/features/map-tools/history/pieces.test.tsx', 'ignore text fields, but not sliders'],
    ],
  },
  {
    id: '2.2.1',
    level: 'A',
    rules: ['meta-refresh'],
    tests: [
      [
        'web/features/content/my-content/undo-notice.test.tsx',
        'pauses for keyboard users until the focus leaves',
      ],
    ],
  },
  {
    id: '2.2.2',
    level: 'A',
    rules: ['blink', 'marquee'],
    tests: [
      ['web/features/map-tools/time/time-panel.test.tsx', 'plays, pauses and steps, and stops at the ends'],
    ],
  },
  {
    id: '2.3.1',
    level: 'A',
    tests: [[ofTheSource, 'has no animation that repeats within a third of a second']],
  },
  {
    id: '2.4.1',
    level: 'A',
    rules: ['bypass'],
    tests: [['web/app/main-layout.test.tsx', 'lets keyboard users skip the header']],
  },
  {
    id: '2.4.2',
    level: 'A',
    rules: ['document-title'],
    tests: [byNames, ['web/app/router.test.tsx', 'has a title of its own in the tab: %s']],
  },
  {
    id: '2.4.3',
    level: 'A',
    tests: [
      [
        'web/features/map-tools/viewer/tool-rail.test.tsx',
        'takes the focus when another feature opened it, and returns it',
      ],
      [
        'web/app/router.test.tsx',
        'announces the page and focuses it; the first page and other search parameters do not',
      ],
    ],
  },
  {
    id: '2.4.4',
    level: 'A',
    rules: ['link-name'],
    tests: [byNames],
  },
  {
    id: '2.4.5',
    level: 'AA',
    tests: [
      [
        'testing/browser/commands.spec.ts',
        'the keyboard leads from the home page to a map, its layers, its tools and a place',
      ],
    ],
  },
  {
    id: '2.4.6',
    level: 'AA',
    tests: [byNames],
  },
  {
    id: '2.4.7',
    level: 'AA',
    tests: [byTab],
  },
  {
    id: '2.4.11',
    level: 'AA',
    tests: [byTab, onPhones],
  },
  {
    id: '2.5.1',
    level: 'A',
    limit: 'sdk',
    tests: [['web/features/map-tools/viewer/pan-control.test.tsx', 'has a button, %s']],
  },
  {
    id: '2.5.2',
    level: 'A',
    limit: 'sdk',
    tests: [[ofTheSource, 'runs nothing when a pointer is pressed']],
  },
  { id: '2.5.3', level: 'A', rules: ['label-content-name-mismatch'] },
  { id: '2.5.4', level: 'A', absent: true },
  {
    id: '2.5.7',
    level: 'AA',
    tests: [
      ['web/features/map-tools/viewer/pan-control.test.tsx', 'has a button, %s'],
      ['web/features/sharing/report-form/place-map.test.tsx', 'moves without dragging'],
      ['web/features/map-tools/layers/layers-panel.test.tsx', 'moves it up and down within the list'],
      [formOfFeature, 'draws its shape again, without dragging'],
      [formOfFeature, 'moves as a whole without dragging, by buttons and keys'],
      [
        'web/features/map-tools/swipe/swipe-panel.test.tsx',
        'moves the handle without dragging, and follows it',
      ],
      ['web/integrations/photos/photo-page.test.tsx', 'turns without dragging, and reports it: %s'],
      ['web/features/map-tools/sketch/sketch-panel.test.tsx', 'changes a whole drawing without dragging, %s'],
      [
        'web/features/map-tools/layers/place-panel.test.tsx',
        'moves, scales and turns a picture without dragging, %s',
      ],
      ['web/features/map-tools/table/table.test.tsx', 'changes the width of columns without dragging'],
      ['testing/browser/popup.spec.ts', 'bookmarks are added by keyboard, and ordered without dragging'],
      ['web/ui/resize-edge.test.tsx', 'changes to its next size without dragging (grip: %s, %i)'],
    ],
  },
  {
    id: '2.5.8',
    level: 'AA',
    rules: ['target-size'],
    limit: 'sdk',
    tests: [ofPanels],
  },
  {
    id: '3.1.1',
    level: 'A',
    rules: ['html-has-lang', 'html-lang-valid'],
    tests: [['testing/browser/look.spec.ts', 'the URL can set the language; Arabic mirrors the page']],
  },
  {
    id: '3.1.2',
    level: 'AA',
    rules: ['valid-lang'],
    tests: [
      ['web/ui/with-english.test.tsx', 'are marked, with the sentence around them'],
      ['web/i18n/error-message.test.tsx', 'has the words of a server marked as English'],
    ],
  },
  { id: '3.2.1', level: 'A', tests: [byTab, onPhones] },
  {
    id: '3.2.2',
    level: 'A',
    tests: [
      [formOfFeature, 'focuses its first field, and sends the input'],
      [
        'web/features/shell/profile/profile-view.test.tsx',
        'is saved as a whole, and emptied fields are cleared',
      ],
    ],
  },
  { id: '3.2.3', level: 'AA', tests: [sameOrder] },
  {
    id: '3.2.4',
    level: 'AA',
    tests: [
      sameOrder,
      [
        'web/features/shell/commands/palette.test.tsx',
        'open its tools, omitting those that are not listed for the user',
      ],
    ],
  },
  { id: '3.2.6', level: 'A', tests: [sameOrder] },
  {
    id: '3.3.1',
    level: 'A',
    tests: [
      [
        'web/features/map-tools/editing/edit-panel.test.tsx',
        'shows errors at the field after an attempt, and focuses it',
      ],
      ['web/forms/form-field.test.tsx', 'a field with a fault is found and described: %s'],
    ],
  },
  {
    id: '3.3.2',
    level: 'A',
    rules: ['form-field-multiple-labels'],
    tests: [
      [
        'web/features/administration/console/settings/settings.test.ts',
        'has a label and help for each setting',
      ],
    ],
  },
  {
    id: '3.3.3',
    level: 'AA',
    tests: [
      [formOfFeature, 'shows errors at the field after an attempt, and focuses it'],
      ['web/features/content/upload/upload-dialog.test.tsx', 'suggests another name when one is taken'],
      [
        'web/features/administration/console/portal/portal-page.test.tsx',
        'enters the address that the check suggests, and checks it',
      ],
    ],
  },
  {
    id: '3.3.4',
    level: 'AA',
    tests: [
      [
        'web/features/content/my-content/dialogs/dialogs.test.tsx',
        'confirms before discarding input, however the dialog is closed',
      ],
    ],
  },
  {
    id: '3.3.7',
    level: 'A',
    tests: [['testing/browser/journey.spec.ts', 'a wrong password shows an error and keeps the username']],
  },
  {
    id: '3.3.8',
    level: 'AA',
    tests: [
      [
        'testing/client/portal-sign-in-page.test.ts',
        'is usable by people, password managers and screen readers',
      ],
    ],
  },
  {
    id: '4.1.2',
    level: 'A',
    rules: ['aria-required-attr', 'aria-valid-attr-value', 'button-name', 'label', 'nested-interactive'],
    limit: 'sdk',
  },
  {
    id: '4.1.3',
    level: 'AA',
    tests: [
      [
        'web/features/map-tools/in-view/in-view.test.tsx',
        'are listed by layer with distance and direction, and their number is announced',
      ],
      ['web/features/map-tools/saving/save-button.test.tsx', 'announces that there is nothing to save'],
    ],
  },
] as const satisfies readonly Criterion[];

/** All criteria of levels A and AA of WCAG 2.2. */
export const criteria: readonly (Criterion & { id: (typeof known)[number]['id'] })[] = known;

/** Criteria that WCAG 2.2 added: EN 301 549 V3.2.1 has the others as clauses of its chapter 9. */
const added: readonly string[] = ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'];

/** The clause of EN 301 549 V3.2.1 for web pages; undefined for later criteria. */
export function clauseOf({ id }: Criterion): string | undefined {
  return added.includes(id) ? undefined : `9.${id}`;
}
