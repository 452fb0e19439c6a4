import Layers from '@mui/icons-material/LayersOutlined';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ApplicationContext, type ApplicationContextValue } from '../../../context/application-context.ts';
import { askBeforeLeaving } from '../../../context/before-leaving.ts';
import { ToolRail } from './tool-rail.tsx';
import { useToolState } from './use-tool-state.ts';
import type { ViewerTool } from './viewer-tools.ts';

const tools: ViewerTool[] = [
  { id: 'layers', title: 'viewer.layers', Icon: Layers, load: async () => () => null },
];

const begin = vi.fn<() => void>();

function Viewer() {
  const { tool, open, choose, ask } = useToolState(tools);
  return (
    <>
      <ToolRail tools={tools} openId={open ? tool?.id : undefined} onChoose={choose} />
      <button type="button" onClick={() => ask('layers', begin)}>
        Other work
      </button>
    </>
  );
}

function Page({ context }: { context: ApplicationContextValue }) {
  const [sidebarOpen, setSidebarOpen] = useState(true);
  return (
    <ApplicationContext value={{ ...context, sidebarOpen, setSidebarOpen }}>
      <Viewer />
    </ApplicationContext>
  );
}

afterEach(() => vi.unstubAllGlobals());

it('shows the map first on a phone, and leaves the focus where it is', async () => {
  const quiet = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...quiet(media), matches: media.includes('599.95') }));
  const { person } = show(<Page context={await fakeContext()} />);
  const layers = screen.getByRole('button', { name: 'Layers' });
  expect(layers.getAttribute('aria-pressed')).toBe('false');
  expect(document.activeElement).toBe(document.body);
  await person.click(layers);
  expect(layers.getAttribute('aria-pressed')).toBe('true');
});

it('asks before other work begins in the tool that is open', async () => {
  const { person } = show(<Page context={await fakeContext()} />);
  const answers = [false, true];
  const stop = askBeforeLeaving('tool', async () => answers.shift() ?? false);
  const other = screen.getByRole('button', { name: 'Other work' });
  await person.click(other);
  expect(answers).toEqual([true]);
  expect(begin).not.toHaveBeenCalled();
  await person.click(other);
  await waitFor(() => expect(begin).toHaveBeenCalledOnce());
  stop();
  await person.click(other);
  expect(begin).toHaveBeenCalledTimes(2);
});
