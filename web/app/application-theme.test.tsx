import Alert from '@mui/material/Alert';
import Fade from '@mui/material/Fade';
import { useTheme } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { ApplicationTheme, prepareDirection } from './application-theme.tsx';

function Probe() {
  const theme = useTheme();
  return (
    <>
      <output>{`${theme.direction} ${theme.palette.primary.main}`}</output>
      <Alert onClose={() => {}}>text</Alert>
    </>
  );
}

function show(queries: QueryClient = createQueryClient(), primary = '#78A942') {
  const themed = (colour: string) => (
    <QueryClientProvider client={queries}>
      <ApplicationTheme primary={colour}>
        <Probe />
      </ApplicationTheme>
    </QueryClientProvider>
  );
  const { rerender } = render(themed(primary));
  return { recolour: (colour: string) => rerender(themed(colour)) };
}

afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await i18next.changeLanguage('en');
});

describe('the theme', () => {
  it('applies the organisation’s colour once loaded', () => {
    const { recolour } = show();
    expect(screen.getByText('ltr #78A942')).toBeDefined();
    recolour('#0b6aa8');
    expect(screen.getByText('ltr #0b6aa8')).toBeDefined();
  });

  it.each([
    [false, '', 'light'],
    [true, '', 'dark'],
    [true, 'light', 'light'],
    [false, 'dark', 'dark'],
  ])('with a system that prefers dark (%s) and the choice "%s" is %s', (systemDark, choice, scheme) => {
    const media = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...media(query), matches: systemDark }));
    if (choice) localStorage.setItem('mapping.theme', choice);
    show();
    expect(document.documentElement.getAttribute('data-theme')).toBe(scheme);
  });

  it.each([
    [false, /\b180ms/],
    [true, /\b0ms/],
  ])('fades without motion where the system asks for less (%s)', (less, expected) => {
    const media = window.matchMedia;
    const preference = '(prefers-reduced-motion: reduce)';
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
      ...media(query),
      matches: query === preference && less,
    }));
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ApplicationTheme primary="#78A942">
          <Fade in appear>
            <p>faded in</p>
          </Fade>
        </ApplicationTheme>
      </QueryClientProvider>,
    );
    expect(screen.getByText('faded in').style.transition).toMatch(expected);
  });

  it('mirrors for Arabic and uses the component library’s Arabic texts', async () => {
    show();
    expect(screen.getByRole('button', { name: 'Close' })).toBeDefined();
    await act(() => i18next.changeLanguage('ar-EG'));
    expect(screen.getByText('rtl #78A942')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull());
  });

  it('loads the mirroring code before the first render, and only where needed', async () => {
    const queries = createQueryClient();
    await prepareDirection(queries, 'ltr');
    expect(queries.getQueryCache().getAll()).toHaveLength(0);
    await prepareDirection(queries, 'rtl');
    expect(queries.getQueryCache().getAll()).toHaveLength(1);
  });
});

describe('queries', () => {
  it('neither refetch on focus nor retry', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      refetchOnWindowFocus: false,
      retry: false,
    });
  });

  it.each(['queries', 'mutations'] as const)(
    '%s fail immediately without a network instead of pausing',
    (kind) => {
      expect(createQueryClient().getDefaultOptions()[kind]).toMatchObject({ networkMode: 'always' });
    },
  );
});
