import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GalleryFrame } from '../../testing/web/gallery/gallery-frame.tsx';
import * as cards from '../../testing/web/gallery/stories/cards.stories.tsx';
import * as fields from '../../testing/web/gallery/stories/fields.stories.tsx';
import * as panels from '../../testing/web/gallery/stories/panels.stories.tsx';
import * as states from '../../testing/web/gallery/stories/states.stories.tsx';

const folder = 'testing/web/gallery/stories';
const stories = Object.fromEntries(
  [cards, fields, panels, states].flatMap(({ default: { title }, ...found }) =>
    Object.entries(found).map(([name, Story]) => [`${title}: ${name}`, Story]),
  ),
);

afterEach(() => {
  document.documentElement.removeAttribute('dir');
  vi.restoreAllMocks();
});

describe.each([
  ['light', 'ltr'],
  ['dark', 'rtl'],
] as const)('the gallery, %s and %s', (mode, direction) => {
  it.each(Object.entries(stories))('shows %s', (_name, Story) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { baseElement } = render(
      <GalleryFrame mode={mode} direction={direction}>
        <Story />
      </GalleryFrame>,
    );
    expect(baseElement.querySelector('[class]')).not.toBeNull();
    expect(errors).not.toHaveBeenCalled();
  });
});

it('has every piece of web/ui', () => {
  const shown = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('');
  const pieces = readdirSync('web/ui').filter((file) => file.endsWith('.tsx') && !file.includes('.test.'));
  expect(pieces.filter((file) => !shown.includes(`/web/ui/${file}'`))).toEqual([]);
});
