import type { Components, Theme } from '@mui/material/styles';

/** How MUI's components look in the product: hairlines instead of shadows, calm surfaces, room for fingers. */
export const componentStyles: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      'html, body, #root': { height: '100%' },
      body: { overflowWrap: 'break-word', WebkitFontSmoothing: 'antialiased' },
      'h1, h2, h3, p': { textWrap: 'pretty' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
      '::selection': {
        backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 35%, transparent)',
      },
    },
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        minHeight: 36,
        borderRadius: theme.shape.borderRadius,
        ...(ownerState.color === 'primary' &&
          ownerState.variant !== 'contained' && { color: theme.vars.palette.primary.readable }),
        ...(ownerState.variant === 'outlined' && { borderColor: theme.vars.palette.divider }),
      }),
    },
  },
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
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        fontSize: '0.875rem',
        [theme.breakpoints.up('sm')]: { minHeight: 40 },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 36 } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ fontSize: '0.875rem', borderColor: theme.vars.palette.divider }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 200 },
    styleOverrides: { tooltip: { fontSize: '0.75rem' } },
  },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: theme.shape.borderRadius,
        textAlign: 'start',
        fontSize: '0.875rem',
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.primary.mark },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.divider }),
    },
  },
};
