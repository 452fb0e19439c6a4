import { describe, expect, it } from 'vitest';
import type { Scene, State } from '../../../../testing/browser/states/state.ts';
import { filesWith, productSources } from '../../../../testing/web/product-sources.ts';

// A variable, so that the types of the browser tests are not checked as those of the interface.
const table = '../../../../testing/browser/states/all-states.ts';
const { scenes } = (await import(/* @vite-ignore */ table)) as { scenes: readonly Scene[] };

/** What opens over a page: pieces of MUI, and those that are made of them with content of their own. */
const opens = filesWith(
  /<(Dialog|Menu|Popover|Drawer|ConfirmDialog|TaskDialog|Select|Autocomplete|Snackbar)\b/,
);

/** The functions that send a page of the sign-in. */
const pages = productSources
  .flatMap(({ text }) => [...text.matchAll(/export (?:async )?function (send\w+Page)\b/g)])
  .map(([, name = '']) => name)
  .toSorted();

/**
 * Tooltips show one line of text in the same look. They differ in how they belong to their control: as its name, as its description,
 * or loaded when it is first reached. One state of each kind stands for all of them.
 */
const tooltips: Readonly<Record<NonNullable<State['tooltip']>, RegExp>> = {
  named: /<Tooltip\b(?![^>]*\bdescribeChild\b)/,
  described: /<Tooltip\b[^>]*\bdescribeChild\b/,
  loaded: /<Hint\b/,
};

/** What no state shows, and why. The list may only become shorter. */
const exceptions: Readonly<Record<string, string>> = {
  sendPasswordSavedPage: 'It needs a link of a mail: examined in testing/browser/forgotten-password.spec.ts.',
  'web/features/content/copy/choices-form.tsx':
    'It needs a second portal: testing/browser/copy.spec.ts signs in there. Its list is that of the groups of the gallery.',
  'web/ui/tags-field.tsx': 'It opens no list: tags are typed.',
};

const shown = new Set(scenes.flatMap(({ states }) => states.flatMap(({ shows }) => shows)));

/** The states that the browser tests examine (`testing/browser/states`). */
describe('the states of the accessibility tests', () => {
  it('show every dialog, menu, popover, drawer, list, notice and page of the sign-in', () => {
    const missing = [...opens, ...pages].filter((one) => !shown.has(one));
    expect(missing.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });

  it('show a tooltip of each kind', () => {
    const examined = new Set(scenes.flatMap(({ states }) => states.flatMap(({ tooltip }) => tooltip ?? [])));
    const kinds = Object.entries(tooltips).filter(([, pattern]) => filesWith(pattern).length > 0);
    expect([...examined].toSorted()).toEqual(kinds.map(([kind]) => kind).toSorted());
  });

  it('have no tooltip of a control within it, which would be a kind of its own', () => {
    const title = /<(?:Tooltip|Hint)\b[^>]*?\btitle=\{\s*\(?\s*<(?!Box component="span")/;
    expect(filesWith(title)).toEqual([]);
  });

  it('name files and pages that exist', () => {
    const existing = new Set([...opens, ...pages]);
    expect([...shown].filter((one) => !existing.has(one))).toEqual([]);
  });

  it('have names of their own', () => {
    const names = scenes.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
