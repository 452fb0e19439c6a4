import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { SearchField } from './search-field.tsx';

afterEach(() => vi.useRealTimers());

/** The field with an owner of its value, as the address is, and a way to change the value from outside. */
function rig(value = '') {
  const searched: string[] = [];
  let setFromOutside: (text: string) => void = () => {};
  function Holder() {
    const [text, setText] = useState(value);
    setFromOutside = setText;
    const search = (next: string) => {
      searched.push(next);
      setText(next);
    };
    return <SearchField value={text} label="Search maps" clearLabel="Clear search" onSearch={search} />;
  }
  const { screen, unmount } = show(<Holder />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return {
    screen,
    searched,
    leave: unmount,
    type: (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } }),
    press: (key: string) => fireEvent.keyDown(screen.getByRole('searchbox'), { key }),
    pause: (after: number) => act(() => vi.advanceTimersByTime(after)),
    change: (text: string) => act(() => setFromOutside(text)),
  };
}

describe('the search field', () => {
  it('searches after typing pauses, not at every letter', () => {
    const { type, searched, pause } = rig();
    type('b');
    pause(100);
    type('bus');
    pause(249);
    expect(searched).toEqual([]);
    pause(1);
    expect(searched).toEqual(['bus']);
  });

  it('searches at once on Enter, without repeating it', () => {
    const { type, press, searched, pause } = rig();
    type('bus');
    press('Enter');
    pause(0);
    expect(searched).toEqual(['bus']);
    pause(1000);
    expect(searched).toEqual(['bus']);
  });

  it('preserves typed spaces', () => {
    const { screen, type, searched, pause } = rig();
    type('bus ');
    pause(250);
    expect(searched).toEqual(['bus']);
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'bus ');
  });

  it('is cleared at once by its button', () => {
    const { screen, searched, pause } = rig('bus');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    pause(0);
    expect(searched).toEqual(['']);
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('is cleared by Escape, which passes through when there is nothing to clear', () => {
    const { screen, press, searched, pause } = rig('bus');
    expect(press('Escape')).toBe(false);
    pause(0);
    expect(searched).toEqual(['']);
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
    expect(press('Escape')).toBe(true);
    pause(1000);
    expect(searched).toEqual(['']);
  });

  it('cancels a pending search on unmount', () => {
    const { type, searched, pause, leave } = rig();
    type('bus');
    leave();
    pause(1000);
    expect(searched).toEqual([]);
  });

  it('follows external changes of the address', () => {
    const { screen, searched, change } = rig('bus');
    change('parks');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'parks');
    expect(searched).toEqual([]);
  });
});
