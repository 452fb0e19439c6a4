import { describe, expect, it } from 'vitest';
import { readSize } from './use-drawer-size.ts';

describe('the size of the drawer', () => {
  it('is what it was', () => {
    expect(readSize('{"width":512,"sheet":60}')).toEqual({ width: 512, sheet: 60 });
  });

  it.each([null, '', 'x', 'null', '[]', '{"width":"wide"}'])(
    'is the standard one when %j was kept',
    (kept) => {
      expect(readSize(kept)).toEqual({ width: 460, sheet: 48 });
    },
  );

  it('stays within its bounds', () => {
    expect(readSize('{"width":10,"sheet":100}')).toEqual({ width: 300, sheet: 85 });
  });
});
