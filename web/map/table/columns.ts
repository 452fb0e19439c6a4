import { z } from 'zod';

/** All rows that the layer's filter shows, those in the map's extent, or the selected ones. */
export const tableScopes = ['all', 'view', 'selected'] as const;
export type TableScope = (typeof tableScopes)[number];

/** A column of a layer's table. */
export interface TableColumn {
  /** Name of its field. */
  name: string;
  title: string;
  shown: boolean;
  /** Whether it stays in place while the others scroll sideways. */
  pinned: boolean;
  /** In pixels; undefined while it shares the width of the table with others. */
  width?: number | undefined;
}

/** Widths of columns in pixels: the narrowest and widest that can be chosen, that of a column at first, and a step. */
export const columnWidths = { least: 60, most: 1000, usual: 200, step: 20 } as const;

export interface ColumnSort {
  name: string;
  descending: boolean;
}

/** The columns of a table from the start of the row, and the fields it is sorted by, the most important first. */
export interface TableColumns {
  columns: readonly TableColumn[];
  sort: readonly ColumnSort[];
}

/** Columns as a web map stores them: the shown ones in their order. */
export interface SavedColumns {
  shown: readonly string[];
  sort: readonly ColumnSort[];
}

/** What the fields of a layer are, as far as its table needs it. */
export interface ColumnField {
  name: string;
  title: string;
  /** Ids are hidden until they are chosen. */
  isId: boolean;
}

/** The columns of a layer: as saved, else all fields except its ids. Pinned columns come first. */
export function columnsOf(
  fields: readonly ColumnField[],
  saved: SavedColumns | undefined,
  pinned: readonly string[],
  widths: Readonly<Record<string, number>> = {},
): TableColumns {
  const names = new Set(fields.map(({ name }) => name));
  const shown = saved?.shown.filter((name) => names.has(name));
  const rank = (name: string) => {
    const at = shown?.indexOf(name) ?? -1;
    return at < 0 ? fields.length : at;
  };
  const ordered = fields
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .map(({ name, title, isId }) => ({
      name,
      title,
      shown: shown ? shown.includes(name) : !isId,
      pinned: pinned.includes(name),
      ...(Object.hasOwn(widths, name) && { width: widths[name] }),
    }));
  return {
    columns: pinnedFirst(ordered),
    sort: (saved?.sort ?? []).filter(({ name }) => names.has(name)),
  };
}

/** A grid cannot keep a column in place between others that scroll. */
export function pinnedFirst(columns: readonly TableColumn[]): TableColumn[] {
  return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)];
}

/** Moves a column by a number of places, among the pinned or among the other columns. */
export function moveColumn(columns: readonly TableColumn[], name: string, by: number): TableColumn[] {
  const from = columns.findIndex((column) => column.name === name);
  const column = columns[from];
  if (!column) return [...columns];
  const to = Math.max(0, Math.min(columns.length - 1, from + by));
  return pinnedFirst(columns.toSpliced(from, 1).toSpliced(to, 0, column));
}

/** The next order of a field: ascending, descending, then none. */
export function turnSort(sort: readonly ColumnSort[], name: string): ColumnSort[] {
  const known = sort.find((one) => one.name === name);
  if (!known) return [...sort, { name, descending: false }];
  if (known.descending) return sort.filter((one) => one !== known);
  return sort.map((one) => (one === known ? { name, descending: true } : one));
}

export function savedColumns({ columns, sort }: TableColumns): SavedColumns {
  return { shown: columns.filter(({ shown }) => shown).map(({ name }) => name), sort };
}

/** The widths of columns that have one, undefined if none has; a dragged column may be narrower than can be chosen. */
export function widthsOf({ columns }: TableColumns): Record<string, number> | undefined {
  const chosen = columns.flatMap(({ name, width }) =>
    width === undefined ? [] : [[name, withinWidths(width)] as const],
  );
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}

export function withinWidths(width: number): number {
  return Math.round(Math.max(columnWidths.least, Math.min(columnWidths.most, width)));
}

const keptSchema = z.object({
  pinned: z.array(z.string()).default([]),
  widths: z.record(z.string(), z.number().min(columnWidths.least).max(columnWidths.most)).optional(),
  columns: z
    .object({
      shown: z.array(z.string()),
      sort: z.array(z.object({ name: z.string(), descending: z.boolean() })),
    })
    .optional(),
});

/**
 * What is stored on this device: web maps store no pinned columns and no widths, and for some layers no
 * columns at all.
 */
export interface KeptColumns {
  pinned: readonly string[];
  widths?: Readonly<Record<string, number>> | undefined;
  columns?: SavedColumns | undefined;
}

const keyOf = (layer: string) => `mapping.table.columns ${layer}`;

/** @param layer its URL, else its id */
export function keptColumns(layer: string): KeptColumns {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(layer)) ?? '{}'));
    return parsed.success ? parsed.data : { pinned: [] };
  } catch {
    return { pinned: [] };
  }
}

export function keepColumns(layer: string, kept: KeptColumns): void {
  try {
    if (kept.pinned.length === 0 && !kept.widths && !kept.columns) localStorage.removeItem(keyOf(layer));
    else localStorage.setItem(keyOf(layer), JSON.stringify(kept));
  } catch {
    // If storage is full, only the stored choice is lost.
  }
}
