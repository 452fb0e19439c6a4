import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Choice, WideChoice } from './choice.tsx';
import { LandingLayout } from './landing-layout.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { LongList } from './long-list.tsx';
import { MapCard, Thumbnail } from './map-card.tsx';
import { MapCardSkeletons } from './skeletons.tsx';
import { ErrorView, StateMessage } from './state-message.tsx';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { computedStyle } from '../../testing/web/set-up.ts';
import { createApplicationTheme } from './theme.ts';

window.getComputedStyle = computedStyle;

const theme = createApplicationTheme({ primary: '#78A942', direction: 'ltr' });
const wrapper = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme}>{children}</ThemeProvider>
);
const show = (piece: ReactNode) => render(piece, { wrapper });

afterEach(() => vi.useRealTimers());

describe('the loading bar', () => {
  it('appears after a short delay, so that quick loads do not flash, and disappears at once', () => {
    vi.useFakeTimers();
    const { rerender } = show(<LoadingBar active label="Loading" />);
    act(() => vi.advanceTimersByTime(119));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeDefined();
    rerender(<LoadingBar active={false} label="Loading" />);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('the landing layout', () => {
  it('shows logo, name and the error as an alert', () => {
    const { container } = show(<LandingLayout logo="" title="Mapping" error="App ID not found" />);
    expect(screen.getByRole('heading', { name: 'Mapping' })).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('App ID not found');
    expect(container.querySelector('svg')?.getAttribute('width')).toBe('35');
  });

  it('shows no alert without an error', () => {
    show(<LandingLayout logo="/l.svg" title="Mapping" />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the error view', () => {
  it('shows a sad face, the message and the ways out', () => {
    const { container } = show(
      <ErrorView message="It broke">
        <a href="/">Home</a>
      </ErrorView>,
    );
    expect(screen.getByRole('heading', { name: 'It broke' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Home' })).toBeDefined();
    expect(container.querySelector('svg[aria-hidden=true]')).not.toBeNull();
  });
});

describe('a thumbnail', () => {
  it('is replaced by an icon when it cannot be loaded, and retries with another URL', () => {
    const { container, rerender } = show(<Thumbnail address="/a.png" />);
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('svg')).not.toBeNull();
    rerender(<Thumbnail address="/b.png" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png');
  });
});

describe('a map card', () => {
  it('signals an imminent open, by pointer or keyboard', () => {
    const onIntent = vi.fn<() => void>();
    show(
      <MapCard
        title="Parks"
        thumbnail={undefined}
        details={['By ada']}
        renderLink={(title) => <a href="/x">{title}</a>}
        onIntent={onIntent}
      />,
    );
    fireEvent.focus(screen.getByRole('link', { name: 'Parks' }));
    fireEvent.pointerEnter(screen.getByRole('listitem'));
    expect(onIntent).toHaveBeenCalledTimes(2);
  });
});

describe('skeletons', () => {
  it('have the requested number, and one announcement', () => {
    const { container } = show(<MapCardSkeletons count={3} label="Loading" />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(container.querySelectorAll('li')).toHaveLength(3);
  });
});

describe('a choice', () => {
  it('begins with the beginning of a text that is too long, in any direction of the page', () => {
    render(
      <>
        <Choice label="Folder" value="a" options={[['a', 'A long folder']]} onChoose={() => {}} />
        <WideChoice label="Layer" value="a" onChange={() => {}}>
          {[['a', 'A long title']]}
        </WideChoice>
      </>,
    );
    for (const [label, text] of [
      ['Folder', 'A long folder'],
      ['Layer', 'A long title'],
    ] as const) {
      const shown = screen.getByRole('combobox', { name: label }).firstElementChild as HTMLElement;
      expect(shown.textContent).toBe(text);
      expect(shown.dir).toBe('auto');
      expect(getComputedStyle(shown)).toMatchObject({ display: 'block', textOverflow: 'ellipsis' });
    }
  });
});

describe('a state message', () => {
  it.each(['status', 'alert'] as const)('is announced as %s', (role) => {
    show(
      <StateMessage
        role={role}
        icon={<svg />}
        title="Nothing here"
        detail="Because"
        action={<button type="button">Do</button>}
      />,
    );
    expect(screen.getByRole(role).textContent).toBe('Nothing hereBecauseDo');
  });
});

describe('a long list', () => {
  const cities = ['İzmir', 'Zürich', ...Array.from({ length: 50 }, (_none, n) => `City ${n}`)];

  it.each([
    ['izmir', 'İzmir'],
    ['ZURICH', 'Zürich'],
  ])('finds by %s, whatever the language of the browser', async (typed, name) => {
    show(
      <LongList
        items={cities}
        textOf={(city) => city}
        searchLabel="Search"
        noneText="None"
        moreLabel="Show more"
      >
        {(shown) => shown.map((city) => <p key={city}>{city}</p>)}
      </LongList>,
    );
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } });
    expect(await screen.findByText(name)).toBeDefined();
    expect(screen.queryByText('City 1')).toBeNull();
  });
});
