/** What of an item could not come along; `copy.note.{code}` of the catalogue says it. */
export interface CopyNote {
  code:
    | 'already'
    | 'editable'
    | 'features-refused'
    | 'group-refused'
    | 'links-stay'
    | 'picture'
    | 'reference'
    | 'relationships'
    | 'renumbered'
    | 'sharing'
    | 'tracking';
  values: Readonly<Record<string, string | number>>;
}

/** The outcome for one item. */
export interface CopiedItem {
  sourceId: string;
  title: string;
  type: string;
  /** The copy; undefined if there is none. */
  targetId: string | undefined;
  notes: CopyNote[];
  /** Why it was not copied. */
  error?: unknown;
}
