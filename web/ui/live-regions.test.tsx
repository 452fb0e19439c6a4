import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createPerson } from '../../testing/web/person.ts';
import { CopyField } from './copy-field.tsx';
import { listPart, LongList } from './long-list.tsx';
import { Section } from './section.tsx';
import { StateMessage } from './state-message.tsx';

afterEach(() => vi.restoreAllMocks());

it('a message shows its text after it is mounted, so that it is announced', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  const draw = () => act(() => frames.splice(0).forEach((callback) => callback(0)));
  const message = (
    <StateMessage icon={<svg />} title="Nothing here" action={<button type="button">Do</button>} />
  );
  const { rerender } = render(message);
  const visibility = () => screen.getByText('Nothing here').parentElement?.style.visibility;
  expect(screen.getByRole('status').contains(screen.getByText('Nothing here'))).toBe(true);
  expect(visibility()).toBe('hidden');
  expect(screen.getByRole('button', { name: 'Do' })).toBeDefined();
  draw();
  expect(visibility()).toBe('hidden');
  draw();
  expect(visibility()).toBe('');
  rerender(message);
  expect(visibility()).toBe('');
});

it('a failure is an alert, which is announced when it is mounted, and may become a message', async () => {
  const { rerender } = render(<StateMessage role="alert" icon={<svg />} title="Broken" />);
  expect(screen.getByText('Broken').parentElement?.style.visibility).toBe('');
  rerender(<StateMessage icon={<svg />} title="Empty" />);
  await waitFor(() => expect(screen.getByText('Empty').parentElement?.style.visibility).toBe(''));
});

const rows = Array.from({ length: listPart + 2 }, (_none, index) => `Row ${index}`);
const list = (
  <LongList items={rows} textOf={(row) => row} searchLabel="Search" noneText="None found" moreLabel="More">
    {(shown) => (
      <ul>
        {shown.map((row) => (
          <li key={row}>
            <button type="button">{row}</button>
          </li>
        ))}
      </ul>
    )}
  </LongList>
);

it('a long list announces in a region that is there before that nothing is found', async () => {
  render(list);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  await createPerson().type(screen.getByRole('searchbox'), 'x');
  await waitFor(() => expect(region.textContent).toBe('None found'));
  expect(region.isConnected).toBe(true);
});

it('a long list focuses the first row that its button has added', async () => {
  render(list);
  await createPerson().click(screen.getByRole('button', { name: 'More' }));
  expect(document.activeElement?.textContent).toBe(`Row ${listPart}`);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

it('a field to copy announces each copy', async () => {
  render(<CopyField label="Link" value="https://x" copy="Copy" copied="Copied" copyFailed="Not allowed" />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  const person = createPerson();
  const changes: string[] = [];
  const observer = new MutationObserver(() => changes.push(region.textContent));
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(changes.at(-1)).toBe('Copied'));
  const before = changes.length;
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(changes.slice(before).at(-1)).toBe('Copied'));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'));
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(region.textContent).toBe('Not allowed'));
  observer.disconnect();
});

it('a section takes the focus of a control that is removed, and is read with its text', async () => {
  const section = (removed: boolean) => (
    <Section title="Keys" text="To sign in">
      {!removed && <button type="button">Remove</button>}
    </Section>
  );
  const { rerender } = render(section(false));
  act(() => screen.getByRole('button').focus());
  rerender(section(true));
  const region = screen.getByRole('region', { name: 'Keys' });
  await waitFor(() => expect(document.activeElement).toBe(region));
  const described = region.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('To sign in');
});
