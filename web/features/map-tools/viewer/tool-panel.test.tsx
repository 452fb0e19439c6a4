import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { ToolPanel } from './tool-panel.tsx';
import type { ViewerTool } from './viewer-tools.ts';

function Panel() {
  return (
    <>
      <button data-dragged>Dragged</button>
      <input aria-label="Name" />
    </>
  );
}

const tool: ViewerTool = {
  id: 'layers',
  title: 'viewer.layers',
  Icon: (() => null) as never,
  load: async () => Panel,
};

it('closes by Escape, unless that ends something in it', async () => {
  const onClose = vi.fn<() => void>();
  show(<ToolPanel tool={tool} onClose={onClose} />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Dragged' }), { key: 'Escape' });
  fireEvent.keyDown(name, { key: 'Escape', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(name, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps the focus when its content replaces the focused control, or disables it for a while', async () => {
  const Steps = () => {
    const [step, setStep] = useState<'first' | 'busy' | 'second'>('first');
    return (
      <>
        {step === 'second' ? (
          <p>Shared</p>
        ) : (
          <button disabled={step === 'busy'} onClick={() => setStep('busy')}>
            Share
          </button>
        )}
        <a href="#next" onClick={() => setStep(step === 'busy' ? 'first' : 'second')}>
          Continue
        </a>
      </>
    );
  };
  const { person } = show(<ToolPanel tool={{ ...tool, load: async () => Steps }} onClose={() => {}} />);
  const share = await screen.findByRole('button', { name: 'Share' });
  const proceed = () => fireEvent.click(screen.getByRole('link', { name: 'Continue' }));
  share.focus();
  await person.keyboard('{Enter}');
  // Browsers take the focus from disabled controls, without an event.
  share.blur();
  proceed();
  await waitFor(() => expect(document.activeElement).toBe(share));
  proceed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Layers' })));
});

it('is entered by Tab from the button that opened it, and left to it by Shift+Tab, until the focus goes elsewhere', async () => {
  const Rail = () => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button data-tool="layers" onClick={() => setOpen(true)}>
          Open
        </button>
        <button>Map</button>
        {open && <ToolPanel tool={tool} onClose={() => {}} />}
      </>
    );
  };
  const { person } = show(<Rail />);
  const button = screen.getByRole('button', { name: 'Open' });
  await person.click(button);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  const panel = screen.getByRole('region', { name: 'Layers' });
  fireEvent.keyDown(button, { key: 'Tab' });
  // The browser goes on from the panel to its first control.
  expect(document.activeElement).toBe(panel);
  const first = screen.getByRole('separator');
  first.focus();
  name.focus();
  fireEvent.keyDown(name, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(name);
  fireEvent.keyDown(first, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: 'Tab' });
  expect(document.activeElement).toBe(panel);

  screen.getByRole('button', { name: 'Map' }).focus();
  button.focus();
  fireEvent.keyDown(button, { key: 'Tab' });
  expect(document.activeElement).toBe(button);
});

it('holds the clicks on the map while the panel of a tool that takes them loads', async () => {
  const { model } = fakeMapModel();
  const release = vi.fn<() => void>();
  model.holdClicks.mockReturnValue(release);
  const loading = Promise.withResolvers<typeof Panel>();
  const measure: ViewerTool = { ...tool, id: 'measure', takesClicks: true, load: () => loading.promise };
  show(
    <MapModelContext value={model}>
      <ToolPanel tool={measure} onClose={() => {}} />
    </MapModelContext>,
  );
  expect(model.holdClicks).toHaveBeenCalledOnce();
  expect(release).not.toHaveBeenCalled();
  loading.resolve(Panel);
  await screen.findByRole('textbox', { name: 'Name' });
  expect(release).toHaveBeenCalledOnce();
});
