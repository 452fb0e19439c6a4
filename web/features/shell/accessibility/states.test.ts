import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../../testing/browser/states/state.ts';
import { filesWith, productSources } from '../../../../testing/web/product-sources.ts';

// A variable, so that the types of the browser tests are not checked as those of the interface.
const table = '../../../../testing/browser/states/all-states.ts';
const { scenes } = (await import(/* @vite-ignore */ table)) as { scenes: readonly Scene[] };

/** What opens over a page: pieces of MUI, and those that are made of them with content of their own. */
const opens = filesWith(/<(Dialog|Menu|Popover|Drawer|ConfirmDialog|TaskDialog)\b/);

/** The functions that send a page of the sign-in. */
const pages = productSources
  .flatMap(({ text }) => [...text.matchAll(/export (?:async )?function (send\w+Page)\b/g)])
  .map(([, name = '']) => name)
  .toSorted();

/** What no state shows, and why. The list may only become shorter. */
const exceptions: Readonly<Record<string, string>> = {
  sendPasswordSavedPage: 'It needs a link of a mail: examined in testing/browser/forgotten-password.spec.ts.',
};
const mostExceptions = 1;

const shown = new Set(scenes.flatMap(({ states }) => states.flatMap(({ shows }) => shows)));

/** The states that the browser tests examine (`testing/browser/states`). */
describe('the states of the accessibility tests', () => {
  it('show every dialog, menu, popover, drawer and page of the sign-in', () => {
    const missing = [...opens, ...pages].filter((one) => !shown.has(one));
    expect(missing).toEqual(Object.keys(exceptions).toSorted());
    expect(missing.length).toBeLessThanOrEqual(mostExceptions);
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
