import { describe, expect, it } from 'vitest';
import { parseArea, printArea } from './area.ts';

describe('area', () => {
  it.each([
    ['71.3,51,71.6,51.2', [71.3, 51, 71.6, 51.2]],
    ['170,-20,-170,20', [170, -20, -170, 20]],
    ['', undefined],
    [null, undefined],
    ['1,2,3', undefined],
    ['1,2,3,4,5', undefined],
    ['a,2,3,4', undefined],
    [',2,3,4', undefined],
    ['1,4,3,2', undefined],
    ['-181,2,3,4', undefined],
    ['1,2,3,91', undefined],
    ['1,2,Infinity,4', undefined],
  ])('is read from %j', (text, area) => {
    expect(parseArea(text)).toEqual(area);
  });

  it('is written with four decimals', () => {
    expect(printArea([71.123456, 51, 71.6, 51.20001])).toBe('71.1235,51,71.6,51.2');
  });
});
