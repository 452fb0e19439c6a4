import Button from '@mui/material/Button';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { Toolbar } from './toolbar.tsx';

const Bar = ({ more = false }) => (
  <>
    <Toolbar label="Tools">
      <Button>Legend</Button>
      <Button disabled>Edit</Button>
      <Button>Share</Button>
      {more && <Button>Print</Button>}
    </Toolbar>
    <Button>Map</Button>
  </>
);

const focused = () => document.activeElement?.textContent;

it('is one stop of the Tab key, and arrow keys move within it', async () => {
  const { person } = show(<Bar />);
  await person.tab();
  expect(focused()).toBe('Legend');
  await person.keyboard('{ArrowRight}');
  expect(focused()).toBe('Share');
  await person.keyboard('{ArrowDown}');
  expect(focused()).toBe('Legend');
  await person.keyboard('{ArrowLeft}');
  expect(focused()).toBe('Share');
  await person.keyboard('{Home}{End}');
  expect(focused()).toBe('Share');
  await person.tab();
  expect(focused()).toBe('Map');
  // The stop is the control that had the focus last.
  await person.tab({ shift: true });
  expect(focused()).toBe('Share');
});

it('stays one stop when controls appear', async () => {
  const { person, rerender } = show(<Bar />);
  rerender(<Bar more />);
  await act(async () => {});
  await person.tab();
  await person.tab();
  expect(focused()).toBe('Map');
  expect(screen.getByRole('button', { name: 'Print' }).tabIndex).toBe(-1);
});
