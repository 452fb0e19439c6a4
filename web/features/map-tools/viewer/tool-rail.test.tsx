import Layers from '@mui/icons-material/LayersOutlined';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { createStore, useStore } from '../../../store.ts';
import { ToolPanel } from './tool-panel.tsx';
import { ToolRail } from './tool-rail.tsx';
import type { ViewerTool } from './viewer-tools.ts';

const tool = (id: string, title: ViewerTool['title'], load?: ViewerTool['load']): ViewerTool => ({
  id,
  title,
  Icon: Layers,
  load: load ?? (async () => () => <button>In {id}</button>),
});

const few = [tool('layers', 'viewer.layers'), tool('legend', 'viewer.legend')];
const many = [
  ...few,
  tool('basemaps', 'viewer.basemaps'),
  tool('bookmarks', 'viewer.bookmarks'),
  tool('edit', 'viewer.edit'),
  tool('time', 'time.title'),
  tool('draw', 'sketch.title'),
];

function Sidebar({ tools, first }: { tools: readonly ViewerTool[]; first?: string }) {
  const [open, setOpen] = useState(first);
  const shown = tools.find(({ id }) => id === open);
  return (
    <>
      <ToolRail tools={tools} openId={open} onChoose={(id) => setOpen(id === open ? undefined : id)} />
      {shown && <ToolPanel key={shown.id} tool={shown} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const panel = (name: string) => screen.queryByRole('region', { name });

function onPhone() {
  const quiet = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...quiet(media), matches: media.includes('599.95') }));
}
afterEach(() => vi.unstubAllGlobals());

describe('the tool rail', () => {
  it('does not move under a pressed pointer when more tools appear', async () => {
    const chosen = vi.fn<(id: string) => void>();
    const tools = createStore(few);
    const Growing = () => <ToolRail tools={useStore(tools)} openId={undefined} onChoose={chosen} />;
    const { person } = show(<Growing />);
    await person.pointer({ keys: '[MouseLeft>]', target: button('Legend') });
    act(() => tools.set([tool('edit', 'viewer.edit'), ...few]));
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await person.pointer({ keys: '[/MouseLeft]' });
    expect(chosen).toHaveBeenCalledExactlyOnceWith('legend');
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined();
  });

  it('opens panels, marks the open one, and closes it when pressed again', async () => {
    const { person } = show(<Sidebar tools={few} />);
    await person.click(button('Legend'));
    expect(panel('Legend')).not.toBeNull();
    expect(button('Legend').getAttribute('aria-pressed')).toBe('true');
    await person.click(button('Layers'));
    expect([panel('Legend'), button('Legend').getAttribute('aria-pressed')]).toEqual([null, 'false']);
    await person.click(button('Layers'));
    expect(panel('Layers')).toBeNull();
  });

  it.each([
    ['Escape', async (person: ReturnType<typeof show>['person']) => person.keyboard('{Escape}')],
    ['its button', async (person: ReturnType<typeof show>['person']) => person.click(button('Close panel'))],
  ])('gets the focus on the tool when its panel is closed by %s', async (_how, close) => {
    const { person } = show(<Sidebar tools={few} first="legend" />);
    await person.click(await screen.findByRole('button', { name: 'In legend' }));
    await close(person);
    expect(panel('Legend')).toBeNull();
    expect(document.activeElement).toBe(button('Legend'));
  });

  it('shows the names of tools, hides them on request, and remembers it', async () => {
    localStorage.clear();
    const { person, unmount } = show(<Sidebar tools={few} />);
    await person.click(screen.getByText('Legend'));
    expect(panel('Legend')).not.toBeNull();
    await person.click(button('Close panel'));
    await person.click(button('Hide names'));
    expect(screen.queryByText('Legend')).toBeNull();
    unmount();
    show(<Sidebar tools={few} />);
    expect(screen.queryByText('Legend')).toBeNull();
    await person.click(button('Show names'));
    expect(screen.getByText('Legend')).toBeDefined();
    expect(localStorage.getItem('mapping.rail.labels')).toBe('yes');
    localStorage.clear();
  });

  it('shows a name in a tooltip where it does not fit below its icon', async () => {
    const { person } = show(<Sidebar tools={few} />);
    await person.hover(button('Layers'));
    vi.spyOn(screen.getByText('Legend'), 'scrollHeight', 'get').mockReturnValue(40);
    await person.hover(button('Legend'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Legend');
    expect(screen.getAllByRole('tooltip')).toHaveLength(1);
  });

  it('omits tools that have a button elsewhere, except on a phone', () => {
    const saving = { ...tool('save', 'saving.more'), offRail: true };
    const { unmount } = show(<Sidebar tools={[...few, saving]} />);
    expect(screen.queryByRole('button', { name: 'Save as …' })).toBeNull();
    unmount();
    onPhone();
    show(<Sidebar tools={[...few, saving]} />);
    expect(button('Save as …')).toBeDefined();
  });

  it('shows the names below the icons on a phone', () => {
    onPhone();
    show(<Sidebar tools={many} />);
    const shown = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(shown).toEqual(['Layers', 'Legend', 'Basemap', 'Bookmarks', 'More tools']);
  });

  it('is a menu on a phone when there are many tools, and the focus returns to its button', async () => {
    onPhone();
    const { person } = show(<Sidebar tools={many} />);
    expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull();
    await person.click(button('More tools'));
    await person.click(screen.getByRole('menuitem', { name: 'Draw' }));
    await person.click(await screen.findByRole('button', { name: 'In draw' }));
    await person.keyboard('{Escape}');
    expect(panel('Draw')).toBeNull();
    expect(document.activeElement).toBe(button('More tools'));
  });

  it('names the open tool in the menu of a phone', async () => {
    onPhone();
    const { person } = show(<Sidebar tools={many} first="draw" />);
    await person.click(button('More tools'));
    const current = screen
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-current') === 'true');
    expect(current.map(({ textContent }) => textContent)).toEqual(['Draw']);
  });
});

describe('a tool’s panel', () => {
  it('takes the focus when another feature opened it, and returns it', async () => {
    const outside = document.body.appendChild(document.createElement('button'));
    outside.focus();
    const [legend] = few.filter(({ id }) => id === 'legend');
    const panelOf = (requested: boolean) => (
      <ToolPanel
        tool={legend ?? many[0]!}
        requested={requested ? { id: 'legend', from: outside } : undefined}
        onClose={() => {}}
      />
    );
    const { unmount } = show(panelOf(true));
    expect(document.activeElement).toBe(panel('Legend'));
    unmount();
    expect(document.activeElement).toBe(outside);
    show(panelOf(false));
    expect(document.activeElement).toBe(outside);
    outside.remove();
  });

  it('shows that it is loading, and shows its content when opened again', async () => {
    let resolvePanel: (panel: () => React.JSX.Element) => void = () => {};
    const slow = tool('legend', 'viewer.legend', () => new Promise((resolve) => (resolvePanel = resolve)));
    const { person } = show(<Sidebar tools={[slow]} first="legend" />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    resolvePanel(() => <p>All symbols</p>);
    expect(await screen.findByText('All symbols')).toBeDefined();
    await person.click(button('Legend'));
    await person.click(button('Legend'));
    expect(screen.getByText('All symbols')).toBeDefined();
  });

  it('reports code that fails to load, and retries', async () => {
    const load = vi
      .fn<ViewerTool['load']>()
      .mockRejectedValueOnce(new Error('Offline'))
      .mockResolvedValue(() => <p>All symbols</p>);
    const { person } = show(<Sidebar tools={[tool('legend', 'viewer.legend', load)]} first="legend" />);
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this tool');
    await person.click(button('Try again'));
    expect(await screen.findByText('All symbols')).toBeDefined();
  });

  it('is a sheet of adjustable height on a phone', async () => {
    onPhone();
    const { person } = show(<Sidebar tools={few} first="legend" />);
    const heights = () => [panel('Legend')?.style.height, localStorage.getItem('mapping.panel.height')];
    expect(heights()).toEqual(['48%', null]);
    screen.getByRole('separator', { name: 'Panel height' }).focus();
    await person.keyboard('{ArrowUp}{ArrowUp}');
    expect(heights()).toEqual(['58%', '58']);
    await person.keyboard('{ArrowUp>9/}');
    expect(heights()).toEqual(['85%', '85']);
    localStorage.clear();
  });
});
