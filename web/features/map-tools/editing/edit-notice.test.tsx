import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import type { FeatureEdit } from '../../../map/edit/follow-edits.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { EditNotice } from './edit-notice.tsx';

let make: ((edit: FeatureEdit) => void) | undefined;
vi.mock('../../../map/edit/follow-edits.ts', () => ({
  followEdits: (_model: unknown, listener: (edit: FeatureEdit) => void) => {
    make = listener;
    return () => (make = undefined);
  },
}));
beforeEach(() => void (make = undefined));

const deleted: FeatureEdit = {
  layerTitle: 'Stops',
  kind: 'deleted',
  features: 1,
  losesAttachments: false,
  undo: async () => {},
};

function start(edit?: FeatureEdit, editable = true) {
  const { model } = fakeMapModel({ layers: [fakeLayer({ editable })] });
  const rig = show(
    <MapModelContext value={model}>
      <EditNotice />
    </MapModelContext>,
  );
  if (edit) act(() => make?.(edit));
  return rig;
}

describe('the notice after an edit', () => {
  it('undoes the edit and confirms it', async () => {
    const undo = vi.fn<() => Promise<void>>(async () => {});
    const { screen, person } = start({ ...deleted, undo });
    expect(screen.getByText(/A feature of “Stops” was deleted/)).toBeDefined();
    const button = screen.getByRole('button', { name: 'Undo' });
    // The Delete button is no longer in the page.
    expect(document.activeElement).toBe(button);
    await person.click(button);
    expect(undo).toHaveBeenCalledOnce();
    expect(await screen.findByText('The edit was undone.')).toBeDefined();
  });

  it('leaves the keyboard focus in the form after a change', () => {
    const { screen } = start({ ...deleted, kind: 'updated', features: 3 });
    expect(screen.getByText(/Features of “Stops” updated: 3/)).toBeDefined();
    expect(document.activeElement).toBe(document.body);
  });

  it('lists what undo does not restore', () => {
    const { screen } = start({ ...deleted, losesAttachments: true });
    expect(screen.getByText(/Undo doesn’t restore attachments/)).toBeDefined();
  });

  it('shows that the layer does not support undo', () => {
    const { screen } = start({ ...deleted, undo: undefined });
    expect(screen.getByText(/This edit can’t be undone/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows why an undo failed', async () => {
    const undo = () => Promise.reject(new MappingError('portal:not-permitted', 'x', { status: 403 }));
    const { screen, person } = start({ ...deleted, undo });
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByText(/Couldn’t undo the edit. You don’t have permission for this/),
    ).toBeDefined();
  });

  it('is not attached to a map without editable layers', () => {
    start(undefined, false);
    expect(make).toBeUndefined();
  });

  it('undoes several edits one by one, the latest first', async () => {
    const order: string[] = [];
    const undoable = (layerTitle: string): FeatureEdit => ({
      ...deleted,
      layerTitle,
      undo: async () => void order.push(layerTitle),
    });
    const { screen, person } = start(undoable('Stops'));
    act(() => make?.(undoable('Lanes')));
    expect(screen.getByText(/A feature of “Lanes” was deleted.*can still be undone: 2/)).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/The edit was undone. A feature of “Stops” was deleted/)).toBeDefined();
    const button = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(button);
    await person.click(button);
    expect(await screen.findByText('The edit was undone.')).toBeDefined();
    expect(order).toEqual(['Lanes', 'Stops']);
  });

  it('goes on with the edit before when an undo failed', async () => {
    const undo = vi.fn<() => Promise<void>>(async () => {});
    const { screen, person } = start({ ...deleted, undo });
    act(() =>
      make?.({ ...deleted, undo: () => Promise.reject(new MappingError('portal:request-failed', 'Full')) }),
    );
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/Couldn’t undo the edit. Full A feature/)).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
  });

  it('offers no undo of what came before an edit that cannot be undone', async () => {
    const { screen } = start(deleted);
    act(() => make?.({ ...deleted, undo: undefined }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reports changed attachments', () => {
    const { screen } = start({ ...deleted, kind: 'attached' });
    expect(screen.getByText(/Attachments of a feature of “Stops” were changed/)).toBeDefined();
  });
});
