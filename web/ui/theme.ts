import '@mui/material/themeCssVarsAugmentation';
import { createTheme, type Theme } from '@mui/material/styles';
import { componentStyles } from './theme-components.ts';
import { paletteFor } from './palette.ts';
import { radii, textSizes } from './sizes.ts';

declare module '@mui/material/styles' {
  interface PaletteColor {
    /** The colour for text on the theme's surfaces. */
    readable: string;
    /** The colour for rings and thin lines on the theme's surfaces. */
    mark: string;
  }
  interface SimplePaletteColorOptions {
    readable?: string;
    mark?: string;
  }
  interface Palette {
    /** Grey behind open entries. */
    open: { main: string };
  }
  interface PaletteOptions {
    open?: { main: string };
  }
}

/** The attribute of <html> with `light` or `dark`; the first-paint script sets it too. */
export const colorSchemeAttribute = 'data-theme';
/** Storage key of the choice between light, dark and the system's preference. */
export const colorSchemeKey = 'mapping.theme';

export interface ThemeChoice {
  /** `#rrggbb` */
  primary: string;
  direction: 'ltr' | 'rtl';
  /** Texts of MUI's components in the user's language (`@mui/material/locale`). */
  locale?: object;
}

/** Creates the product's MUI theme, with both colour schemes as CSS variables. */
export function createApplicationTheme({ primary, direction, locale = {} }: ThemeChoice): Theme {
  return createTheme(
    {
      cssVariables: { colorSchemeSelector: colorSchemeAttribute },
      defaultColorScheme: 'light',
      colorSchemes: {
        light: { palette: paletteFor('light', primary) },
        dark: { palette: paletteFor('dark', primary) },
      },
      direction,
      shape: { borderRadius: Number.parseInt(radii.control) },
      spacing: 8,
      motion: { reducedMotion: 'system' },
      transitions: {
        duration: {
          shortest: 120,
          shorter: 140,
          short: 160,
          standard: 180,
          complex: 200,
          enteringScreen: 180,
          leavingScreen: 140,
        },
      },
      focusVisible: {
        outlineWidth: 2,
        outlineStyle: 'solid',
        outlineColor: 'var(--mui-palette-primary-mark)',
        outlineOffset: 2,
      },
      typography: {
        fontFamily: 'Roboto, sans-serif',
        fontSize: 14,
        h1: { fontSize: '1.75rem', lineHeight: 1.25, fontWeight: 500, letterSpacing: '-0.01em' },
        h2: { fontSize: '1.25rem', lineHeight: 1.35, fontWeight: 500 },
        h3: { fontSize: textSizes.large, lineHeight: 1.4, fontWeight: 500 },
        subtitle1: { fontSize: textSizes.large, lineHeight: 1.5 },
        body1: { fontSize: textSizes.normal, lineHeight: 1.5 },
        body2: { fontSize: textSizes.small, lineHeight: 1.5 },
        caption: { fontSize: textSizes.small },
        button: { textTransform: 'none', fontWeight: 500 },
      },
      components: componentStyles,
    },
    locale,
  );
}
