import { describe, expect, it } from 'vitest';
import { filesWith, productSources } from '../../../../testing/web/product-sources.ts';

/** Files that listen to keys of the page or the map: no letter without Ctrl runs anything elsewhere. */
const keyListeners = [
  // Text typed before the palette is loaded, after Ctrl K.
  'web/app/first-paint.ts',
  'web/features/shell/commands/commands-provider.tsx',
  // Ctrl S, Ctrl Z and Ctrl Y.
  'web/features/map-tools/history/undo-buttons.tsx',
  'web/features/map-tools/saving/save-button.tsx',
  // Escape, Enter, Tab, arrows and others that are no letters.
  'web/features/map-tools/integrations/extension/asked-place-note.tsx',
  'web/features/map-tools/integrations/map/integrations-on-map.tsx',
  'web/features/map-tools/presentation/slides.tsx',
  'web/features/map-tools/viewer/tool-panel.tsx',
  'web/map/comments/draw-pins.ts',
  'web/map/sdk/tools/popup-element.ts',
  'web/ui/hint.tsx',
  'web/ui/scroll-to-focus.ts',
  // The map, while it has the focus.
  'web/map/sdk/corner-keys.ts',
  'web/map/sdk/keyboard-clicks.ts',
  // The page of a panorama, while it has the focus: arrows, plus and minus.
  'web/integrations/photos/turn-keys.ts',
];

/** Files that notice when a pointer is pressed. What it was pressed for runs when it is released. */
const pressListeners = [
  // Buttons stay below a pressed pointer.
  'web/features/map-tools/viewer/tool-rail.tsx',
  // The address of a link is written before it is followed.
  'web/features/sharing/feedback/feedback-button.tsx',
  // The focus stays where it is, or is noted.
  'web/features/shell/commands/use-choice.ts',
  'web/ui/use-keep-focus.ts',
  'web/ui/scroll-to-focus.ts',
  'web/map/sdk/tools/show-tool.ts',
  // The keyboard's clicks, for the map.
  'web/map/sdk/keyboard-clicks.ts',
  // Drags.
  'web/ui/resize-edge.tsx',
];

/** What the code shows of criteria that no page shows. A new place is read, then added to its list. */
describe('the code of the interface', () => {
  it('takes letters without Ctrl only on the map and in text', () => {
    expect(filesWith(/addEventListener\(\s*'key(down|up|press)'/)).toEqual(keyListeners.toSorted());
  });

  it('runs nothing when a pointer is pressed', () => {
    const presses = /on(Pointer|Mouse)Down\b|onTouchStart\b|addEventListener\(\s*'(pointer|mouse)down'/;
    expect(filesWith(presses)).toEqual(pressListeners.toSorted());
  });

  it('has no animation that repeats within a third of a second', () => {
    const seconds = productSources.flatMap(({ text }) =>
      [...text.matchAll(/animation:[^;\n]*\binfinite\b/g)].map(([style]) =>
        Number(/([\d.]+)s\b/.exec(style)?.[1]),
      ),
    );
    expect(seconds.length).toBeGreaterThan(0);
    expect(seconds.filter((each) => !(each > 1 / 3))).toEqual([]);
  });
});
