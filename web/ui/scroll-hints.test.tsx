import { useRef } from 'react';
import { act, fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { ScrollHints } from './scroll-hints.tsx';

function Continued() {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <ul>
        <li>Layers</li>
      </ul>
      <ScrollHints of={place} />
    </div>
  );
}

it('shows at which ends a list continues', () => {
  const update: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        update.push(call);
      }
      observe() {}
      disconnect() {}
    },
  );
  const { container, getByRole } = show(<Continued />);
  const list = getByRole('list');
  vi.spyOn(list, 'clientHeight', 'get').mockReturnValue(100);
  vi.spyOn(list, 'scrollHeight', 'get').mockReturnValue(300);
  const hints = () => [...container.querySelectorAll('svg')].map((icon) => icon.dataset['testid']);
  expect(hints()).toEqual([]);
  act(() => update.forEach((call) => call()));
  expect(hints()).toEqual(['ExpandMoreIcon']);
  for (const [top, shown] of [
    [50, ['ExpandLessIcon', 'ExpandMoreIcon']],
    [200, ['ExpandLessIcon']],
    [0, ['ExpandMoreIcon']],
  ] as const) {
    list.scrollTop = top;
    fireEvent.scroll(list);
    expect(hints()).toEqual(shown);
  }
  vi.unstubAllGlobals();
});
