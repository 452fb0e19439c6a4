import { describe, expect, it } from 'vitest';
import { createApplicationTheme } from './theme.ts';

describe('createApplicationTheme', () => {
  const theme = createApplicationTheme({ primary: '#78A942', direction: 'ltr' });

  it('has the product’s colours, contrast and font', () => {
    expect(theme.palette.contrastThreshold).toBe(4.5);
    expect(theme.colorSchemes.light?.palette.primary.main).toBe('#78A942');
    expect(theme.colorSchemes.dark?.palette.primary.main).toBe('#78A942');
    expect(theme.typography.fontFamily).toBe('var(--text-fonts, Roboto), sans-serif');
    expect(theme.typography.fontSize).toBe(14);
  });

  it('provides both colour schemes as variables with the product’s tokens', () => {
    expect(theme.vars.palette.primary.readable).toContain('var(--mui-palette-primary-readable');
    expect(theme.vars.palette.open.main).toContain('var(--mui-palette-open-main');
  });

  it('mirrors for right-to-left languages', () => {
    expect(createApplicationTheme({ primary: '#78A942', direction: 'rtl' }).direction).toBe('rtl');
  });

  it('uses MUI’s texts in other languages', () => {
    const locale = { components: { MuiAlert: { defaultProps: { closeText: 'Sluiten' } } } };
    const dutch = createApplicationTheme({ primary: '#78A942', direction: 'ltr', locale });
    expect(dutch.components?.MuiAlert?.defaultProps).toMatchObject({ closeText: 'Sluiten' });
  });
});
