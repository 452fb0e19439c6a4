/** What a symbol of the map means. */
export interface LegendRow {
  label: string;
  /** `data:image/png;base64,…`; undefined when the symbol cannot be drawn alone. */
  picture: string | undefined;
  /** Pixels of the picture at twice the density of a screen. */
  width: number;
  height: number;
}

/** The symbols of one layer. */
export interface LegendGroup {
  title: string;
  rows: readonly LegendRow[];
}
