import { act, screen } from '@testing-library/react';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { type Command, CommandsContext, type CommandSource } from './commands-context.ts';
import { PaletteList } from './palette-list.tsx';

const run = vi.fn<(id: string) => void>();
beforeEach(() => void run.mockClear());

function map(id: string, title = id): Command {
  return { id, group: 'maps', title, Icon: LayersOutlined, found: true, run: () => run(id) };
}

/** The list, with results that the test delivers. */
function rig(first: Command[], typed = 'map') {
  let arrive: (commands: Command[]) => void = () => {};
  function Held() {
    const [sources, setSources] = useState<ReadonlyMap<string, CommandSource>>(() => sourcesOf(first));
    const [text, setText] = useState(typed);
    arrive = (commands) => setSources(sourcesOf(commands));
    const nothing = () => {};
    return (
      <CommandsContext
        value={{
          open: true,
          setOpen: nothing,
          text,
          setText,
          holdField: nothing,
          sources,
          register: nothing,
        }}
      >
        <PaletteList failure={undefined} onRun={(command) => void command.run()} />
      </CommandsContext>
    );
  }
  const view = show(<Held />);
  const field = screen.getByRole<HTMLInputElement>('combobox');
  field.focus();
  return { ...view, field, arrive: (commands: Command[]) => arrive(commands) };
}

const sourcesOf = (commands: Command[]) => new Map([['maps', { commands }]]);
const marked = () =>
  screen
    .getAllByRole('option')
    .filter((option) => option.getAttribute('aria-selected') === 'true')
    .map(({ id, textContent }) => ({ id, textContent }));

describe('Enter runs the marked option while results arrive', () => {
  it.each<[string, string[]]>([
    ['another comes before it', ['new', 'one', 'two', 'three']],
    ['as many go as come', ['new', 'one', 'two']],
    ['the one before it goes', ['two', 'three']],
    ['they change places', ['two', 'one', 'three']],
  ])('when %s', async (_what, after) => {
    const { person, field, arrive } = rig(['one', 'two', 'three'].map((id) => map(id)));
    await person.keyboard('{ArrowDown}');
    expect(marked()).toMatchObject([{ textContent: 'two' }]);
    act(() => arrive(after.map((id) => map(id))));
    expect(marked()).toMatchObject([{ textContent: 'two', id: field.getAttribute('aria-activedescendant') }]);
    await person.keyboard('{Enter}');
    expect(run.mock.calls).toEqual([['two']]);
  });

  it('among maps with the same title', async () => {
    const { person, arrive } = rig([map('a', 'Parks'), map('b', 'Parks')]);
    await person.keyboard('{ArrowDown}');
    act(() => arrive([map('new', 'Parks'), map('a', 'Parks'), map('b', 'Parks')]));
    await person.keyboard('{Enter}');
    expect(run.mock.calls).toEqual([['b']]);
  });

  it('the first, when the marked one was removed', async () => {
    const { person, arrive } = rig(['one', 'two'].map((id) => map(id)));
    await person.keyboard('{ArrowDown}');
    act(() => arrive([map('three')]));
    expect(marked()).toMatchObject([{ textContent: 'three' }]);
    await person.keyboard('{Enter}');
    expect(run.mock.calls).toEqual([['three']]);
  });
});

/** Presses keys between two renderings of React, as on a busy machine; `act` would finish all of them first. */
describe('between a new list and the effects that follow it', () => {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  beforeEach(() => void (environment.IS_REACT_ACT_ENVIRONMENT = false));
  afterEach(() => void (environment.IS_REACT_ACT_ENVIRONMENT = true));

  const enter = (field: HTMLElement) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));

  it.each<[string, string[], string]>([
    ['the first results', [], 'new'],
    ['results before the marked one', ['one'], 'one'],
  ])('Enter runs the marked option: %s', async (_what, before, expected) => {
    const { field, arrive } = rig(before.map((id) => map(id)));
    const list = screen.getByRole('listbox', { hidden: true });
    const changed = new Promise<void>((resolve) => {
      new MutationObserver((_records, observer) => {
        observer.disconnect();
        enter(field);
        resolve();
      }).observe(list, { childList: true, subtree: true });
    });
    arrive(['new', ...before].map((id) => map(id)));
    await changed;
    expect(run.mock.calls).toEqual([[expected]]);
  });

  it('Enter right after the last letter runs the match of the whole text', () => {
    const tool = (id: string): Command => ({ ...map(id), group: 'tools', found: false });
    const { field } = rig(['Measure', 'Legend'].map(tool), 'me');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setValue?.call(field, 'legend');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    enter(field);
    expect(run.mock.calls).toEqual([['Legend']]);
  });
});
