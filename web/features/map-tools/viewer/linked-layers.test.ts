import { describe, expect, it } from 'vitest';
import type { LayerState } from '../../../map/map-state.ts';
import { linkOfLayers, shownLayers } from './use-url-hash.ts';

const layer = (id: string, visible: boolean, children: LayerState[] = []) =>
  ({ id, visible, children }) as unknown as LayerState;

describe('the layers of a link', () => {
  const began = shownLayers([layer('g', true, [layer('a', true), layer('b', false)]), layer('c', true)]);

  it('are none without changes', () => {
    expect(linkOfLayers(began, began)).toEqual({});
  });

  it('are those that were toggled, in groups too', () => {
    const now = shownLayers([layer('g', true, [layer('a', false), layer('b', true)]), layer('c', false)]);
    expect(linkOfLayers(began, now)).toEqual({ show: ['b'], hide: ['a', 'c'] });
  });

  it('omit added layers, which the linked map does not have', () => {
    expect(linkOfLayers(began, new Map([...began, ['new', true]]))).toEqual({});
  });
});
