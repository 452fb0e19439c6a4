/** Colours of the application, and of the header that the server draws. */

/** Smallest contrast of text against its background. */
export const contrastThreshold = 4.5;

/** Surfaces and text colours of the two colour schemes: near-white and graphite. */
const schemes = {
  light: {
    page: '#f6f7f5',
    paper: '#ffffff',
    ink: '#1d211c',
    quiet: '#596056',
    line: '#dfe3dc',
    outline: '#878e83',
    open: '#e4e6e3',
  },
  dark: {
    page: '#15181a',
    paper: '#1d2123',
    ink: '#eceeeb',
    quiet: '#a4aca5',
    line: '#333a3c',
    outline: '#6b7477',
    open: '#3a4042',
  },
} as const;

/** The palette of one colour scheme for an organisation's primary colour (`#rrggbb`). */
export function paletteFor(scheme: 'light' | 'dark', primary: string) {
  const { page, paper, ink, quiet, line, outline, open } = schemes[scheme];
  return {
    contrastThreshold,
    primary: {
      main: primary,
      light: blend(primary, '#ffffff', 0.25),
      dark: blend(primary, '#000000', 0.18),
      contrastText: textOn(primary),
      // The primary colour for text and thin lines: the default green itself is too light on white.
      // The half is for the tint of hovered buttons.
      readable: readableOn(primary, page, contrastThreshold + 0.5),
      // A focus ring and similar marks need a contrast of only 3 : 1.
      mark: readableOn(primary, page, 3),
    },
    // The library's red of dark themes is too dark for text on these surfaces.
    ...(scheme === 'dark' && { error: { main: readableOn('#f44336', paper, contrastThreshold + 0.5) } }),
    background: { default: page, paper },
    text: { primary: ink, secondary: quiet },
    divider: line,
    // By which fields and buttons are found (WCAG 1.4.11); dividers only part what is read.
    outline: { main: outline },
    // Grey behind an open integration in the header's menu.
    open: { main: open },
    action: { hoverOpacity: scheme === 'light' ? 0.05 : 0.09 },
  };
}

/** Soft black if that has enough contrast, else white or, for the few colours in between, pure black. */
function textOn(colour: string): string {
  const inks = ['#14180f', '#ffffff', '#000000'];
  return inks.find((ink) => contrastOf(ink, colour) >= contrastThreshold) ?? '#000000';
}

/** A colour as red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/** Contrast of two colours, 1 to 21 (WCAG 2). Colours are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour itself when it can be read on `background`, else the nearest shade of it that can: darker on a light
 * background, lighter on a dark one.
 */
export function readableOn(colour: string, background: string, contrast: number): string {
  const target: Rgb = luminance(parse(background)) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step < 50; step += 1) {
    const shade = print(mix(parse(colour), target, step / 50));
    if (contrastOf(shade, background) >= contrast) return shade;
  }
  return print(target);
}

/** A colour on its way to another one: 0 is `from`, 1 is `to`. */
export function blend(from: string, to: string, share: number): string {
  return print(mix(parse(from), parse(to), share));
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function print(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
