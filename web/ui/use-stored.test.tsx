import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useStoredSize } from './use-stored.ts';

const bounds = { least: 300, usual: 460, most: 1600 };
const sizeNow = () => renderHook(() => useStoredSize('size', bounds)).result;

beforeEach(() => localStorage.clear());

describe('a stored size', () => {
  it.each([
    [null, 460],
    ['', 460],
    ['wide', 460],
    ['Infinity', 460],
    ['512', 512],
    ['512.4', 512],
    ['10', 300],
    ['99999', 1600],
  ])('is, when %j was stored, %d', (kept, expected) => {
    if (kept !== null) localStorage.setItem('size', kept);
    expect(sizeNow().current[0]).toBe(expected);
  });

  it('is stored within its bounds', () => {
    const size = sizeNow();
    act(() => size.current[1](200));
    expect([size.current[0], localStorage.getItem('size'), sizeNow().current[0]]).toEqual([300, '300', 300]);
  });

  it('changes even when the storage is full', () => {
    const size = sizeNow();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    act(() => size.current[1](700));
    expect(size.current[0]).toBe(700);
  });
});
