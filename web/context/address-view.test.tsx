import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressView } from './address-view.ts';

it('a double click needs one step back', () => {
  window.history.replaceState(null, '', '/demo/map?basemap=light#center=71,51');
  const { result } = renderHook(() => useAddressView('scene'), { wrapper: BrowserRouter });
  const before = window.history.length;
  act(() => {
    const [, show] = result.current;
    show(true);
    show(true);
  });
  expect(result.current[0]).toBe(true);
  expect(window.location.search).toBe('?basemap=light&view=scene');
  expect(window.location.hash).toBe('#center=71,51');
  expect(window.history.length).toBe(before + 1);
});
