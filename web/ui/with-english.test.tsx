import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WithEnglish } from './with-english.tsx';

describe('English words in a sentence', () => {
  it('are marked, with the sentence around them', () => {
    const { container } = render(
      <WithEnglish text="Das Archiv ist beschädigt (bad zip)." english="bad zip" />,
    );
    expect(container.textContent).toBe('Das Archiv ist beschädigt (bad zip).');
    const marked = [...container.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['bad zip']);
  });

  it.each([[undefined], [''], ['other words']])('are none for %j', (english) => {
    const { container } = render(<WithEnglish text="Ein Satz." english={english} />);
    expect(container.innerHTML).toBe('Ein Satz.');
  });
});
