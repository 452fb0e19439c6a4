import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ResizeEdge, type ResizeEdgeProps } from './resize-edge.tsx';
import { createApplicationTheme } from './theme.ts';

const onChange = vi.fn<(value: number) => void>();
beforeEach(() => onChange.mockClear());

function show(properties: Partial<ResizeEdgeProps>, direction: 'ltr' | 'rtl' = 'ltr') {
  render(
    <ThemeProvider theme={createApplicationTheme({ primary: '#78A942', direction })}>
      <ResizeEdge
        label="Width"
        at="end"
        value={400}
        least={300}
        most={500}
        onChange={onChange}
        {...properties}
      />
    </ThemeProvider>,
  );
  const edge = screen.getByRole('separator', { name: 'Width' });
  edge.setPointerCapture = () => {};
  return edge;
}

describe('a resize handle', () => {
  it('exposes the size and its bounds', () => {
    const edge = show({ at: 'top' });
    expect(
      ['valuenow', 'valuemin', 'valuemax', 'orientation'].map((name) => edge.getAttribute(`aria-${name}`)),
    ).toEqual(['400', '300', '500', 'horizontal']);
  });

  it.each([
    ['end', 'ltr', 'ArrowRight', 420],
    ['end', 'ltr', 'ArrowLeft', 380],
    ['end', 'rtl', 'ArrowLeft', 420],
    ['start', 'ltr', 'ArrowLeft', 420],
    ['start', 'rtl', 'ArrowLeft', 380],
    ['top', 'ltr', 'ArrowUp', 420],
    ['top', 'rtl', 'ArrowDown', 380],
  ] as const)('at the %s, %s, moves with %s', (at, direction, key, expected) => {
    fireEvent.keyDown(show({ at }, direction), { key });
    expect(onChange.mock.lastCall).toEqual([expected]);
  });

  it('ignores other keys', () => {
    const edge = show({ at: 'end' });
    expect(fireEvent.keyDown(edge, { key: 'ArrowUp' })).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each([
    ['end', 'ltr', { clientX: 130 }, 430],
    ['end', 'rtl', { clientX: 130 }, 370],
    ['start', 'ltr', { clientX: 130 }, 370],
    ['top', 'ltr', { clientY: 90 }, 410],
  ] as const)('at the %s, %s, follows the pointer', (at, direction, to, expected) => {
    const edge = show({ at }, direction);
    fireEvent.pointerDown(edge, { clientX: 100, clientY: 100 });
    fireEvent.pointerMove(edge, { clientX: 100, clientY: 100, ...to });
    expect(onChange.mock.lastCall).toEqual([expected]);
  });

  it.each(['pointerUp', 'pointerCancel'] as const)('releases on %s', (event) => {
    const edge = show({});
    fireEvent.pointerDown(edge, { clientX: 100 });
    fireEvent[event](edge);
    fireEvent.pointerMove(edge, { clientX: 300 });
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each([
    [true, 300, 400],
    [true, 420, 500],
    [true, 500, 300],
    [false, 300, 400],
  ])('changes to its next size without dragging (grip: %s, %i)', (grip, value, expected) => {
    const edge = show({ at: 'top', grip, value, usual: 400 });
    fireEvent.pointerDown(edge, { clientY: 100 });
    fireEvent.pointerMove(edge, { clientY: 100 });
    fireEvent.pointerUp(edge);
    onChange.mockClear();
    fireEvent[grip ? 'click' : 'doubleClick'](edge);
    expect(onChange.mock.lastCall).toEqual([expected]);
  });

  it('keeps the size to which it was dragged', () => {
    const edge = show({ at: 'top', grip: true, usual: 400 });
    fireEvent.pointerDown(edge, { clientY: 100 });
    fireEvent.pointerMove(edge, { clientY: 60 });
    fireEvent.pointerUp(edge);
    fireEvent.click(edge);
    expect(onChange.mock.calls).toEqual([[440]]);
  });

  it('uses the given unit', () => {
    const edge = show({ at: 'top', perPixel: 0.1 });
    fireEvent.pointerDown(edge, { clientY: 100 });
    fireEvent.pointerMove(edge, { clientY: 0 });
    expect(onChange.mock.lastCall).toEqual([410]);
  });
});
