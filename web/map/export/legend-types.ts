/** A legend entry of a symbol. */
export interface LegendRow {
  label: string;
  /** `data:image/png;base64,…`; undefined if the symbol cannot be drawn separately. */
  picture: string | undefined;
  /** Size of the image in pixels, at twice the screen density. */
  width: number;
  height: number;
}

/** Names of the kinds of drawings. */
export type DrawingWords = Readonly<Record<'point' | 'polyline' | 'polygon', string>>;

/** The symbols of one layer. */
export interface LegendGroup {
  title: string;
  rows: readonly LegendRow[];
}
