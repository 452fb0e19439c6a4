/** A colour ramp: its colours from low to high as CSS. */
export interface StyleRamp {
  id: string;
  name: string;
  colors: readonly string[];
  /** Whether people with colour vision deficiency can distinguish its colours. */
  colorBlindSafe: boolean;
}

/** Shapes of points. */
export const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross', 'x'] as const;
export type StyleShape = (typeof shapes)[number];

/** Styles of lines that are offered. */
export const lineStyles = ['solid', 'dash', 'dot', 'dash-dot', 'long-dash', 'short-dot'] as const;
/** Ends of lines. */
export const lineCaps = ['butt', 'round', 'square'] as const;
/** Patterns of areas. */
export const fillPatterns = [
  'solid',
  'none',
  'horizontal',
  'vertical',
  'forward-diagonal',
  'backward-diagonal',
  'cross',
  'diagonal-cross',
] as const;

/** A sign of the Maki set: its name, and its outline as SVG path data. */
export interface StyleIcon {
  name: string;
  path: string;
}

/** The parts of a symbol; undefined where a symbol has no such part. Symbols of other programs have none. */
export interface StyleSymbol {
  color?: string;
  /** From 0 to 1. */
  opacity?: number;
  /** Size of a point or width of a line, in points. */
  size?: number;
  shape?: StyleShape;
  icon?: StyleIcon;
  /** A picture: its data URL or address. Icons have one, too. */
  picture?: string;
  /** JSON of a symbol that has more than these parts, such as a symbol of a web style. */
  made?: object;
  /** Width of a new picture divided by its height. */
  ratio?: number;
  /** Degrees, clockwise. */
  rotation?: number;
  line?: (typeof lineStyles)[number];
  cap?: (typeof lineCaps)[number];
  fill?: (typeof fillPatterns)[number];
  outlineColor?: string;
  outlineWidth?: number;
}
