import { blend, contrastOf, readableOn } from './colour.ts';

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
    open: '#e4e6e3',
  },
  dark: {
    page: '#15181a',
    paper: '#1d2123',
    ink: '#eceeeb',
    quiet: '#a4aca5',
    line: '#333a3c',
    open: '#3a4042',
  },
} as const;

/** The palette of one colour scheme for an organisation's primary colour (`#rrggbb`). */
export function paletteFor(scheme: 'light' | 'dark', primary: string) {
  const { page, paper, ink, quiet, line, open } = schemes[scheme];
  return {
    contrastThreshold,
    primary: {
      main: primary,
      light: blend(primary, '#ffffff', 0.25),
      dark: blend(primary, '#000000', 0.18),
      contrastText: textOn(primary),
      // The primary colour for text and thin lines: the default green itself is too light on white.
      readable: readableOn(primary, page, contrastThreshold),
      // A focus ring and similar marks need a contrast of only 3 : 1.
      mark: readableOn(primary, page, 3),
    },
    background: { default: page, paper },
    text: { primary: ink, secondary: quiet },
    divider: line,
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
