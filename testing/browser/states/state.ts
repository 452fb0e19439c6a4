import type { Page } from '@playwright/test';

/** A control by the key of its message, which may contain the names of things. */
export type Control = string | readonly [key: string, names: Readonly<Record<string, string>>];

/** A page as it is while a state is reached. */
export interface Opened {
  page: Page;
  /** A message in the language of the page. */
  text: (key: string) => string;
  press: (control: Control) => Promise<void>;
}

/** A control that is pressed, or what only this state needs. */
export type Step = Control | ((opened: Opened) => Promise<unknown>);

/** Something that opens on a page and has no address of its own. */
export interface State {
  name: string;
  /** The tool of a map whose panel it opens from. */
  tool?: string;
  steps: readonly Step[];
  /** The files of the dialogs, menus, popovers, drawers and pages of the server that it shows. */
  shows: readonly string[];
  /** The kind of tooltip that it shows (web/features/shell/accessibility/states.test.ts). */
  tooltip?: 'named' | 'described' | 'loaded';
  /** It cannot be closed with Escape: the page is opened again after it. */
  stays?: true;
}

/** A page, and the states that are reached from it, one after the other. */
export interface Scene {
  name: string;
  as?: 'ada' | 'grace';
  /** May contain a search and a fragment. */
  path: string | ((page: Page) => Promise<string>);
  /** The parameter of the address that chooses the language; `lang` by default. */
  language?: 'lang' | 'locale';
  /** Of the map that is drawn first. */
  map?: true;
  /** The window in which it opens, before the looks resize it. */
  opensIn?: { width: number; height: number };
  /** The look in which every run examines it; the long run has all of them, in two languages. */
  usual?: readonly ['light'];
  states: readonly State[];
}
