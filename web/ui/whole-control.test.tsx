import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WholeControl } from './whole-control.tsx';

it('names its keys as assistive technology expects them', () => {
  const none = () => {};
  render(
    <WholeControl
      label="Whole"
      directionLabel={(direction) => direction}
      onMove={none}
      size={{
        labels: { larger: 'Larger', smaller: 'Smaller', clockwise: 'Right', anticlockwise: 'Left' },
        onScale: none,
        onTurn: none,
      }}
    />,
  );
  const keys = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
  // In the attribute, “+” joins keys (https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts).
  expect(['Larger', 'Smaller', 'up'].map(keys)).toEqual(['Plus', '-', 'ArrowUp']);
});
