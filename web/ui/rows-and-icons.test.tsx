import { ThemeProvider } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DrawerRow } from './drawer-row.tsx';
import { IntegrationIcon } from './integration-icon.tsx';
import { Logo } from './logo.tsx';
import { MapCard } from './map-card.tsx';
import { Page } from './page.tsx';
import { createApplicationTheme } from './theme.ts';

const theme = createApplicationTheme({ primary: '#78A942', direction: 'ltr' });
const show = (piece: ReactNode) => render(<ThemeProvider theme={theme}>{piece}</ThemeProvider>);

describe('a row of a drawer', () => {
  it('can be a button', async () => {
    const press = vi.fn<() => void>();
    show(<DrawerRow icon={<svg />} text="Sign in" onClick={press} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(press).toHaveBeenCalledOnce();
  });

  it('can be a link', () => {
    show(<DrawerRow component="a" href="/demo" icon={<svg />} text="Home" />);
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/demo');
    expect(screen.getByRole('listitem')).toBeDefined();
  });

  it('can be disabled', () => {
    show(<DrawerRow disabled icon={<svg />} text="Sign in" />);
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('an integration’s icon', () => {
  it.each([
    ['cyclomedia', 'StreetviewOutlinedIcon'],
    ['streetview', 'StreetviewOutlinedIcon'],
    ['cityworks', 'EngineeringOutlinedIcon'],
    ['panorama', 'PanoramaPhotosphereOutlinedIcon'],
    ['panoramax', 'PanoramaPhotosphereOutlinedIcon'],
    ['url', 'OpenInBrowserOutlinedIcon'],
  ] as const)('of type %s is %s', (type, icon) => {
    show(<IntegrationIcon type={type} />);
    expect(screen.getByTestId(icon)).toBeDefined();
  });
});

describe('the logo', () => {
  it.each([
    ['', 'svg', '35'],
    ['/logo.svg', 'img', '50'],
  ])('at "%s" is a %s of %s pixels', (address, element, width) => {
    const { container } = show(<Logo address={address} />);
    expect(container.querySelector(element)?.getAttribute('width')).toBe(width);
  });
});

describe('a map card', () => {
  it.each([
    [undefined, 3],
    ['h2', 2],
  ] as const)('with heading %s ranks %i', (heading, level) => {
    show(
      <MapCard
        heading={heading}
        title="Parks"
        thumbnail={undefined}
        details={[]}
        renderLink={(title) => title}
      />,
    );
    expect(screen.getByRole('heading', { level }).textContent).toBe('Parks');
  });
});

describe('a page', () => {
  it('contains its content', () => {
    show(<Page>text</Page>);
    expect(screen.getByText('text')).toBeDefined();
  });
});
