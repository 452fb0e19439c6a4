import { afterEach, expect, it, vi } from 'vitest';
import { scrollToFocus } from './scroll-to-focus.ts';

afterEach(() => document.body.replaceChildren());

it('scrolls what the Tab key reaches into view, not what is pressed with the pointer', () => {
  const [first, second] = ['first', 'second'].map((text) => {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = text;
    button.scrollIntoView = vi.fn<Element['scrollIntoView']>();
    return button;
  });
  const end = scrollToFocus();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  first?.focus();
  expect(first?.scrollIntoView).toHaveBeenCalledWith({ block: 'nearest', inline: 'nearest' });
  document.dispatchEvent(new Event('pointerdown'));
  second?.focus();
  expect(second?.scrollIntoView).not.toHaveBeenCalled();
  end();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  second?.blur();
  second?.focus();
  expect(second?.scrollIntoView).not.toHaveBeenCalled();
});
