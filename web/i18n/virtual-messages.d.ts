/** The languages of `translations/` (tools/translations/plugin.ts). */
declare module 'virtual:messages' {
  /** How much of the product each has, in percent. */
  export const translated: Readonly<Record<string, number>>;
}

/** Loads their files. */
declare module 'virtual:messages/files' {
  type PackedMessages = import('./packed-messages.ts').PackedMessages;
  interface Catalogue {
    /** What every page starts with. */
    start: PackedMessages;
    others: () => Promise<{ default: PackedMessages }>;
    administration: () => Promise<{ default: PackedMessages }>;
    accessibility: () => Promise<{ default: PackedMessages }>;
    itemComments: () => Promise<{ default: PackedMessages }>;
    guide: () => Promise<{ default: PackedMessages }>;
    notifications: () => Promise<{ default: PackedMessages }>;
    /** How the language writes dates and numbers, where some browsers do not know it. */
    formats?: () => Promise<{ default: import('./own-formats/format-data.ts').FormatData }>;
    /** The component library’s texts, by language: `ar-EG` and the other Arabic regions share their messages only. */
    components: Readonly<Record<string, object>>;
  }
  export const catalogues: Readonly<Record<string, () => Promise<Catalogue>>>;
}

/** Faces of the scripts that Roboto lacks (tools/script-fonts/plugin.ts). */
declare module 'virtual:script-fonts.css';

/** The same as a list, for workers. */
declare module 'virtual:script-faces' {
  export interface ScriptFace {
    /** A name of the script’s own. */
    family: string;
    /** Unicode ranges of the script, `U+980-9FE`. */
    range: string;
    weight: string;
    /** Fonts of the computer and the file, as the `src` of a face. */
    source: string;
  }
  export const faces: readonly ScriptFace[];
}

/** The files of a font of wire/east-asian-fonts.ts. */
declare module 'virtual:east-asian-faces/*' {
  export const faces: readonly import('virtual:script-faces').ScriptFace[];
}
