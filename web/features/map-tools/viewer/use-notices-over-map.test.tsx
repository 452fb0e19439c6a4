import { useRef } from 'react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { useNoticesOverMap } from './use-notices-over-map.ts';

function MapArea() {
  const map = useRef<HTMLDivElement>(null);
  useNoticesOverMap(map);
  return <div ref={map} />;
}

/** The distances of the map from the start, the end and the bottom of the window, as notices read them. */
function distances(): string[] {
  const { style } = document.documentElement;
  return ['start', 'end', 'bottom'].map((side) => style.getPropertyValue(`--notice-${side}`));
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly notify: () => void;
      constructor(notify: () => void) {
        this.notify = notify;
      }
      observe() {
        this.notify();
      }
      disconnect() {}
    },
  );
  const page = document.documentElement;
  vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(page, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(408, 56, 492, 444));
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

it('keeps notices between what is beside and below the map, until the map closes', () => {
  const { unmount } = show(<MapArea />);
  expect(distances()).toEqual(['408px', '100px', '200px']);
  unmount();
  expect(distances()).toEqual(['', '', '']);
});

it('counts from the right in right-to-left languages', async () => {
  await i18next.changeLanguage('ar-EG');
  show(<MapArea />);
  expect(distances()).toEqual(['100px', '408px', '200px']);
});
