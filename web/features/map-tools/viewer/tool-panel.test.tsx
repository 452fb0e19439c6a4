import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
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
      <TextField select label="Access" value="all">
        <MenuItem value="all">Everyone</MenuItem>
        <MenuItem value="members">Members</MenuItem>
      </TextField>
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

/** A button, the panel that it has opened, and two of the panel's controls. */
async function openFromRail() {
  const Rail = () => {
    const [open, setOpen] = useState(false);
    const [turned, setTurned] = useState(false);
    return (
      <>
        {!turned && (
          <button data-tool="layers" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
        <button>Map</button>
        <a href="#turn" onClick={() => setTurned(true)}>
          Turn
        </a>
        {open && <ToolPanel tool={tool} onClose={() => {}} />}
      </>
    );
  };
  const { person } = show(<Rail />);
  const button = screen.getByRole('button', { name: 'Open' });
  await person.click(button);
  return {
    person,
    button,
    name: await screen.findByRole('textbox', { name: 'Name' }),
    panel: screen.getByRole('region', { name: 'Layers' }),
    first: screen.getByRole('separator'),
  };
}

it('is entered by Tab from the button that opened it, and left to it by Shift+Tab, until the focus goes elsewhere', async () => {
  const { button, panel, name, first } = await openFromRail();
  fireEvent.keyDown(button, { key: 'Tab' });
  // The browser goes on from the panel to its first control.
  expect(document.activeElement).toBe(panel);
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

it('is left to its button only from the control that Tab has led to, not from one that was clicked', async () => {
  const { name } = await openFromRail();
  name.focus();
  expect(fireEvent.keyDown(name, { key: 'Tab', shiftKey: true })).toBe(true);
  expect(document.activeElement).toBe(name);
});

it('is left to its button after a list of options in it was opened', async () => {
  const { person, button, first } = await openFromRail();
  fireEvent.keyDown(button, { key: 'Tab' });
  first.focus();
  await person.click(screen.getByRole('combobox', { name: 'Access' }));
  await person.click(screen.getByRole('option', { name: 'Members' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  first.focus();
  fireEvent.keyDown(first, { key: 'Tab', shiftKey: true });
  expect(document.activeElement).toBe(button);
});

it('leaves Shift+Tab to the browser when a turned phone has no longer the button', async () => {
  const { button, first } = await openFromRail();
  fireEvent.keyDown(button, { key: 'Tab' });
  first.focus();
  fireEvent.click(screen.getByRole('link', { name: 'Turn' }));
  expect(button.isConnected).toBe(false);
  expect(fireEvent.keyDown(first, { key: 'Tab', shiftKey: true })).toBe(true);
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
