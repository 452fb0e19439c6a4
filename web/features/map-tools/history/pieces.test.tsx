import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { changesText, changeText, undoKey } from './undo-buttons.tsx';

describe('descriptions of differences', () => {
  it('name the layer', () => {
    expect(changeText(i18next.t, { kind: 'layer-hidden', layer: 'Stops' })).toBe('Layer Stops hidden');
    expect(changeText(i18next.t, { kind: 'opacity', layer: 'Stops', to: '40' })).toBe(
      'Opacity of Stops set to 40%',
    );
  });

  it('are counted when there are many', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((layer) => ({ kind: 'layer-shown' as const, layer }));
    expect(changesText(i18next.t, many)).toBe('Layer A shown, Layer B shown, Layer C shown, and 2 more');
  });
});

describe('the undo and redo shortcuts', () => {
  const press = (init: KeyboardEventInit, target: Element = document.body) => {
    let action: string | undefined;
    const listen = (event: Event) => (action = undoKey(event as KeyboardEvent));
    target.addEventListener('keydown', listen);
    target.dispatchEvent(new KeyboardEvent('keydown', init));
    target.removeEventListener('keydown', listen);
    return action;
  };

  it.each<[KeyboardEventInit, string | undefined]>([
    [{ key: 'z', ctrlKey: true }, 'undo'],
    [{ key: 'z', metaKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'y', ctrlKey: true }, 'redo'],
    [{ key: 'z' }, undefined],
    [{ key: 'z', ctrlKey: true, altKey: true }, undefined],
    [{ key: 's', ctrlKey: true }, undefined],
  ])('%o: %s', (init, expected) => {
    expect(press(init)).toBe(expected);
  });

  it('ignore text fields, but not sliders', () => {
    const text = document.createElement('input');
    const slider = Object.assign(document.createElement('input'), { type: 'range' });
    expect(press({ key: 'z', ctrlKey: true }, text)).toBeUndefined();
    expect(press({ key: 'z', ctrlKey: true }, slider)).toBe('undo');
  });
});
