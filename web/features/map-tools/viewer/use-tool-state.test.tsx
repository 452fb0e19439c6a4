import Layers from '@mui/icons-material/LayersOutlined';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ApplicationContext, type ApplicationContextValue } from '../../../context/application-context.ts';
import { ToolRail } from './tool-rail.tsx';
import { useToolState } from './use-tool-state.ts';
import type { ViewerTool } from './viewer-tools.ts';

const tools: ViewerTool[] = [
  { id: 'layers', title: 'viewer.layers', Icon: Layers, load: async () => () => null },
];

function Viewer() {
  const { tool, open, choose } = useToolState(tools);
  return <ToolRail tools={tools} openId={open ? tool?.id : undefined} onChoose={choose} />;
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
