/** What a symbol of the map means. */
export interface LegendRow {
  label: string;
  /** `data:image/png;base64,…`; undefined when the symbol cannot be drawn alone. */
  picture: string | undefined;
  /** Pixels of the picture at twice the density of a screen. */
  width: number;
  height: number;
}

/** What kinds of drawings are called. */
export type DrawingWords = Readonly<Record<'point' | 'polyline' | 'polygon', string>>;

/** The symbols of one layer. */
export interface LegendGroup {
  title: string;
  rows: readonly LegendRow[];
}
