import { act, screen } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { useFocusAdded } from './use-focus-added.ts';

let finish: (rows: number) => void;

function List() {
  const [rows, setRows] = useState(1);
  const [loading, setLoading] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const noteRows = useFocusAdded(end, loading);
  useEffect(() => {
    finish = (added) => {
      setRows((now) => now + added);
      setLoading(false);
    };
  }, []);
  return (
    <>
      <input aria-label="Search" />
      <ul>
        {Array.from({ length: rows }, (_none, index) => (
          <li key={index}>{`Row ${index + 1}`}</li>
        ))}
      </ul>
      <div ref={end}>
        <button
          disabled={loading}
          onClick={() => {
            noteRows();
            setLoading(true);
          }}
        >
          Show more
        </button>
      </div>
    </>
  );
}

async function press() {
  const { person } = show(<List />);
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  return person;
}

it('focuses the first row that was added', async () => {
  await press();
  act(() => finish(2));
  expect(document.activeElement?.textContent).toBe('Row 2');
});

it('leaves the focus where the user is typing', async () => {
  const person = await press();
  const field = screen.getByRole('textbox', { name: 'Search' });
  await person.type(field, 'a');
  act(() => finish(2));
  expect(document.activeElement).toBe(field);
});

it('awaits no rows after they failed to load', async () => {
  await press();
  act(() => finish(0));
  act(() => finish(2));
  expect(document.activeElement?.textContent).not.toBe('Row 2');
});
