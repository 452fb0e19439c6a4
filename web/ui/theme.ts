import '@mui/material/themeCssVarsAugmentation';
import { type Components, createTheme, type Theme } from '@mui/material/styles';
import { paletteFor } from '../../wire/palette.ts';
import { lowWindows, radii, sizes, textSizes, touchScreens } from './sizes.ts';

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
    /** Borders of fields and buttons. */
    outline: { main: string };
  }
  interface PaletteOptions {
    outline?: { main: string };
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
        fontFamily: 'var(--text-fonts, Roboto), sans-serif',
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

/** What is ticked or chosen; the primary colour itself may be as light as its background. */
const choiceStyles = (theme: Theme) => ({
  '&.Mui-checked:not(.Mui-disabled), &.MuiCheckbox-indeterminate:not(.Mui-disabled)': {
    color: theme.vars.palette.primary.mark,
  },
  [touchScreens]: { minWidth: sizes.touch, minHeight: sizes.touch },
});

/** The product's styles of MUI components: hairlines instead of shadows, plain surfaces, touch targets. */
const componentStyles: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      'html, body, #root': { height: '100%' },
      // What gets the focus is scrolled out from under the header and bars at the bottom.
      html: { scrollPaddingBlock: `${sizes.header + 16}px 144px` },
      body: { overflowWrap: 'break-word', WebkitFontSmoothing: 'antialiased' },
      'h1, h2, h3, p': { textWrap: 'pretty' },
      // User content has the direction of its own language and the alignment of the page. Chromium supports only the
      // first of the two names.
      '[dir="auto"]': { textAlign: ['-webkit-match-parent', 'match-parent'] },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          // Even the shortest duration would delay what has no transition by a frame.
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
      '::selection': {
        backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 35%, transparent)',
      },
    },
  },
  // Their headers stick above the content.
  MuiDrawer: { styleOverrides: { paper: { scrollPaddingBlock: `${sizes.header + 16}px 16px` } } },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        // Forced colours remove the background that marks what is pressed.
        '@media (forced-colors: active)': {
          '&[aria-pressed="true"]': { border: '2px solid Highlight' },
        },
      },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        minHeight: 36,
        [touchScreens]: { minHeight: sizes.touch },
        borderRadius: theme.shape.borderRadius,
        ...(ownerState.color === 'primary' &&
          ownerState.variant !== 'contained' && { color: theme.vars.palette.primary.readable }),
        ...(ownerState.variant === 'outlined' && { borderColor: theme.vars.palette.outline.main }),
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: { root: { [touchScreens]: { minWidth: sizes.touch, minHeight: sizes.touch } } },
  },
  MuiCheckbox: { styleOverrides: { root: ({ theme }) => choiceStyles(theme) } },
  MuiRadio: { styleOverrides: { root: ({ theme }) => choiceStyles(theme) } },
  MuiSlider: {
    styleOverrides: {
      root: ({ theme }) => ({ '&:not(.Mui-disabled)': { color: theme.vars.palette.primary.mark } }),
    },
  },
  // White on white without an edge.
  MuiSwitch: {
    styleOverrides: {
      thumb: ({ theme }) => ({
        boxShadow: 'none',
        border: '1px solid transparent',
        ...theme.applyStyles('light', { borderColor: theme.vars.palette.outline.main }),
      }),
      // The library's has the colour of the track.
      switchBase: ({ theme }) => ({
        '&.Mui-checked:not(.Mui-disabled)': { color: theme.vars.palette.background.paper },
      }),
      track: ({ theme }) => ({
        '.MuiSwitch-switchBase:not(.Mui-disabled) + &': {
          backgroundColor: theme.vars.palette.outline.main,
        },
        '.MuiSwitch-switchBase.Mui-checked:not(.Mui-disabled) + &': {
          backgroundColor: theme.vars.palette.primary.mark,
        },
      }),
    },
  },
  MuiFormControlLabel: { styleOverrides: { root: { [touchScreens]: { minHeight: sizes.touch } } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        textTransform: 'none',
        // The library's is too light for text.
        color: theme.vars.palette.text.secondary,
        borderColor: theme.vars.palette.outline.main,
        [touchScreens]: { minWidth: sizes.touch, minHeight: sizes.touch },
      }),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      // A long tag is cut, and must not make the form wider.
      root: { minWidth: 0 },
      // They are inside a field that is tall enough and opens wherever it is touched.
      popupIndicator: { [touchScreens]: { minWidth: 0, minHeight: 0 } },
      clearIndicator: { [touchScreens]: { minWidth: 0, minHeight: 0 } },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        ...((ownerState.clickable || ownerState.onDelete) && {
          [touchScreens]: { minHeight: sizes.touch, borderRadius: sizes.touch / 2 },
          ...(ownerState.variant === 'outlined' &&
            ownerState.color === 'default' && { borderColor: theme.vars.palette.outline.main }),
        }),
        ...(ownerState.color === 'primary' &&
          ownerState.variant === 'outlined' && { color: theme.vars.palette.primary.readable }),
      }),
      // An icon of 16 or 22 pixels, and around it what makes it a target.
      deleteIcon: ({ ownerState }) => ({
        boxSizing: 'content-box',
        ...(ownerState.size === 'small'
          ? { padding: 4, margin: '0 0 0 -8px', [touchScreens]: { padding: 14 } }
          : { padding: 1, margin: '0 4px 0 -7px', [touchScreens]: { padding: 11, marginRight: 0 } }),
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-focused:not(.Mui-error)': { color: theme.vars.palette.primary.readable },
      }),
    },
  },
  MuiTabs: {
    styleOverrides: { indicator: ({ theme }) => ({ backgroundColor: theme.vars.palette.primary.mark }) },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        textTransform: 'none',
        '&.Mui-selected': { color: theme.vars.palette.primary.readable },
      }),
    },
  },
  // Its button has the browser's font.
  MuiAccordionSummary: { styleOverrides: { content: ({ theme }) => theme.typography.body2 } },
  // Long words and names must not make the content of a grid wider than its dialog.
  MuiDialogContent: {
    styleOverrides: {
      root: { gridTemplateColumns: 'minmax(0, 1fr)', [lowWindows]: { flex: 'none', overflowY: 'visible' } },
    },
  },
  // In a low window a dialog scrolls with its title and buttons, which would leave too little for the rest.
  MuiDialog: {
    styleOverrides: {
      paper: {
        [lowWindows]: {
          overflowY: 'auto',
          '&:not(.MuiDialog-paperFullScreen)': { marginBlock: 8, maxHeight: 'calc(100% - 16px)' },
        },
      },
    },
  },
  // The buttons are aligned with the content above them.
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.primary.readable }) },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: '0 8px 24px rgb(0 0 0 / 12%)',
        marginTop: 4,
        maxWidth: 'min(560px, calc(100% - 32px))',
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: sizes.touch,
        fontSize: textSizes.normal,
        // Long names are not cut.
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        [theme.breakpoints.up('sm')]: { minHeight: 40 },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 36 } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ fontSize: textSizes.normal, borderColor: theme.vars.palette.divider }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 200 },
    styleOverrides: { tooltip: { fontSize: textSizes.small } },
  },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
  // A map's page sets the variables: notices are shown over the map, not over the buttons of what surrounds it.
  MuiSnackbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        bottom: 'min(8px + var(--notice-bottom, 0px), 100dvh - 120px)',
        [theme.breakpoints.up('sm')]: {
          left: 'calc(24px + var(--notice-start, 0px))',
          bottom: 'calc(24px + var(--notice-bottom, 0px))',
          maxWidth: 'max(320px, 100vw - 48px - var(--notice-start, 0px) - var(--notice-end, 0px))',
        },
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.shape.borderRadius,
        textAlign: 'start',
        fontSize: textSizes.normal,
      }),
      action: ({ theme }) => ({ [theme.breakpoints.up('sm')]: { flexShrink: 0 } }),
    },
  },
  MuiInputBase: {
    // Phones zoom into fields with a smaller font size.
    styleOverrides: {
      root: {
        [touchScreens]: { fontSize: textSizes.large, minHeight: sizes.touch },
        // A long value is cut, and must not make what contains the choice wider.
        '&.MuiInputBase-fullWidth > .MuiSelect-select': { contain: 'inline-size' },
      },
    },
  },
  // Words in the reader's language may be longer than their place: they wrap.
  MuiSelect: {
    styleOverrides: { select: { '&.MuiSelect-select': { whiteSpace: 'normal', overflowWrap: 'anywhere' } } },
  },
  MuiInputLabel: {
    styleOverrides: {
      root: ({ ownerState }) => ({
        // Room for scripts that are taller than Latin, because the label's box is clipped.
        paddingBlock: 4,
        marginBlock: -4,
        ...(ownerState.size === 'small' &&
          !ownerState.shrink && { transform: 'translate(14px, 10px) scale(1)' }),
        [touchScreens]: { fontSize: textSizes.large },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        // As high as the buttons beside it.
        ...(ownerState.size === 'small' && !ownerState.multiline && { minHeight: 40 }),
        [touchScreens]: { minHeight: sizes.touch },
        backgroundColor: theme.vars.palette.background.paper,
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.primary.mark },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.outline.main }),
    },
  },
};
