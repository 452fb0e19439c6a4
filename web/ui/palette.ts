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

/** The palette of one colour scheme around an organisation's primary colour (`#rrggbb`). */
export function paletteFor(scheme: 'light' | 'dark', primary: string) {
  const { page, paper, ink, quiet, line, open } = schemes[scheme];
  return {
    contrastThreshold,
    primary: {
      main: primary,
      light: blend(primary, '#ffffff', 0.25),
      dark: blend(primary, '#000000', 0.18),
      contrastText: textOn(primary),
      // The primary as text or as a thin line: the given green is too light for that on white.
      readable: readableOn(primary, page, contrastThreshold),
      // A focus ring and other marks need 3 : 1 only.
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

/** Soft black where that can be read, else white or, for the few colours in between, plain black. */
function textOn(colour: string): string {
  const inks = ['#14180f', '#ffffff', '#000000'];
  return inks.find((ink) => contrastOf(ink, colour) >= contrastThreshold) ?? '#000000';
}
