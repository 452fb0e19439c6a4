import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSession, openSettingPanel } from '../../../../testing/web/open-setting-panel.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import {
  type AppearanceSession,
  type AppearanceValue,
  checkExpression,
  type LabelsValue,
  openAppearance,
  openGroupLabels,
  openLabels,
} from '../../../map/configure/configure.ts';
import { noEffects } from '../../../map/configure/effects.ts';
import { expressionOf, lookOf, newLabel, withLook } from '../../../map/configure/label-json.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { LabelsPanel } from './labels-panel.tsx';

vi.mock('../../../map/configure/configure.ts', () => ({
  openGroupLabels: vi.fn<typeof openGroupLabels>(),
  openLabels: vi.fn<typeof openLabels>(),
  openAppearance: vi.fn<typeof openAppearance>(),
  checkExpression: vi.fn<typeof checkExpression>(),
  checkCondition: async (where: string) => {
    if (where === 'offline') throw new TypeError('Failed to fetch dynamically imported module');
    return where.endsWith('>') ? { message: 'Unexpected end of input', line: 1, column: 9 } : undefined;
  },
}));

/** The layers of the map, as the SDK has them. */
let layers: readonly object[] = [];
beforeEach(() => void (layers = []));
beforeEach(() => void vi.mocked(checkExpression).mockResolvedValue(undefined));

const open = (Panel: typeof LabelsPanel) => openSettingPanel(Panel, () => layers);

describe('the labels of a layer', () => {
  const begin = async (value: LabelsValue) => {
    const session = fakeSession(value);
    vi.mocked(openLabels).mockResolvedValue(session);
    const view = await open(LabelsPanel);
    const label = () => session.state.get().value.classes[0] ?? {};
    return { ...view, session, label };
  };

  it('begin with a field of texts', async () => {
    const { person, label } = await begin({ on: false, classes: [] });
    await person.click(await screen.findByRole('switch', { name: 'Show labels' }));
    expect(expressionOf(label())).toBe('$feature["name"]');
    expect(screen.getByRole('combobox', { name: 'Text' }).textContent).toBe('Name');
  });

  it('take an expression whose check ends after the panel was left, but not after another choice', async () => {
    const { choose, label, unmount } = await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Text' });
    const checks: (() => void)[] = [];
    const write = async (expression: string) => {
      await choose('Text', 'Expression…');
      vi.mocked(checkExpression).mockImplementation(
        () => new Promise((resolve) => checks.push(() => resolve(undefined))),
      );
      fireEvent.change(screen.getByRole('textbox', { name: 'Arcade expression' }), {
        target: { value: expression },
      });
    };
    const check = () => act(async () => checks.splice(0).forEach((done) => done()));
    await write('Upper($feature.name)');
    await choose('Text', 'Height');
    await check();
    expect(expressionOf(label())).toBe('$feature["height"]');
    await write('Lower($feature.name)');
    unmount();
    await check();
    expect(expressionOf(label())).toBe('Lower($feature.name)');
    // Which may read the scale of the view.
    expect(checkExpression).toHaveBeenLastCalledWith('Lower($feature.name)', 'style', expect.any(Array));
  });

  it('keep a condition that could not be checked as it was typed, and say why', async () => {
    const classes = [newLabel('name'), newLabel('height')];
    const { person, label } = await begin({ on: true, classes });
    const first = within(await screen.findByRole('group', { name: 'Class 1' }));
    await person.type(first.getByRole('textbox', { name: /SQL/ }), 'offline{Enter}');
    await first.findByText(/^Part of the application couldn’t be loaded/);
    expect(first.getByRole<HTMLInputElement>('textbox', { name: /SQL/ }).value).toBe('offline');
    expect(label()).not.toHaveProperty('where');
  });

  it('take a condition that is being written when the panel closes', async () => {
    const classes = [newLabel('name'), newLabel('height')];
    const { person, label, unmount } = await begin({ on: true, classes });
    const first = within(await screen.findByRole('group', { name: 'Class 1' }));
    await person.type(first.getByRole('textbox', { name: /SQL/ }), 'height > 3');
    expect(label()).not.toHaveProperty('where');
    unmount();
    await vi.waitFor(() => expect(label()).toMatchObject({ where: 'height > 3' }));
  });

  it('are changed one by one, with the condition of each class', async () => {
    const { person, choose, label, session } = await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Text' });
    await choose('Text', 'Height');
    await choose('Placement', 'Below left');
    await choose('From', '1:50,000');
    await person.click(screen.getByRole('switch', { name: 'Bold' }));
    expect(label()).toMatchObject({
      labelExpressionInfo: { expression: '$feature["height"]' },
      labelPlacement: 'esriServerPointLabelPlacementBelowLeft',
      minScale: 50_000,
    });
    expect(lookOf(label()).bold).toBe(true);
    expect(screen.queryByRole('textbox', { name: /SQL/ })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Add label class' }));
    const first = within(screen.getByRole('group', { name: 'Class 1' }));
    await person.type(first.getByRole('textbox', { name: /SQL/ }), 'height > 5{Enter}');
    await vi.waitFor(() => expect(label()).toMatchObject({ where: 'height > 5' }));
    const where = () => first.getByRole<HTMLInputElement>('textbox', { name: /SQL/ });
    await person.clear(where());
    await person.type(where(), 'height >{Enter}');
    const words = await first.findByText('Unexpected end of input');
    expect(words.parentElement?.textContent).toBe('Line 1, column 9: Unexpected end of input');
    expect(where().value).toBe('height >');
    expect(label()).toMatchObject({ where: 'height > 5' });
    await person.type(where(), ' 7{Enter}');
    await vi.waitFor(() => expect(label()).toMatchObject({ where: 'height > 7' }));
    expect(first.queryByText(/Unexpected/)).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove class 2' }));
    expect(session.state.get().value.classes).toHaveLength(1);
    // The condition still applies.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /SQL/ }).value).toBe('height > 7');
  });

  it('are moved, repeated along lines, and may overlap', async () => {
    const session = {
      ...fakeSession<LabelsValue>({
        on: true,
        classes: [withLook(newLabel('name', 'line'), { family: 'Josefin Slab' })],
      }),
      geometry: 'line' as const,
    };
    vi.mocked(openLabels).mockResolvedValue(session);
    const { person, choose } = await open(LabelsPanel);
    const label = () => session.state.get().value.classes[0] ?? {};
    const font = await screen.findByRole('combobox', { name: 'Font' });
    expect(font.textContent).toBe('Josefin Slab (drawn as Noto Sans here)');
    await choose('Font', 'Noto Sans');
    await person.click(screen.getByRole('switch', { name: 'Italic' }));
    await person.click(screen.getByRole('switch', { name: 'Labels may overlap' }));
    screen.getByRole('slider', { name: 'Offset upwards' }).focus();
    await person.keyboard('{ArrowRight}');
    await choose('Repeat along the line', 'Every 200 points');
    expect(label()).toMatchObject({
      deconflictionStrategy: 'none',
      repeatLabel: true,
      repeatLabelDistance: 200,
      symbol: { yoffset: 0.5, font: { family: 'Noto Sans', style: 'italic' } },
    });
    await choose('Repeat along the line', 'Once');
    expect(label()).toMatchObject({ repeatLabel: false });
    await choose('Repeat along the line', 'At the usual distance');
    expect(label()).not.toHaveProperty('repeatLabel');
  });

  it('have a halo with a colour of its own', async () => {
    const { person, label } = await begin({ on: true, classes: [newLabel('name')] });
    const halo = await screen.findByRole('slider', { name: 'Halo' });
    halo.focus();
    await person.keyboard('{End}');
    fireEvent.change(screen.getByLabelText('Halo colour'), { target: { value: '#102030' } });
    expect(lookOf(label())).toMatchObject({ halo: 5, haloColor: '#102030' });
    expect(label()).toMatchObject({ symbol: { haloSize: 5, haloColor: [16, 32, 48, 255] } });
    await person.keyboard('{Home}');
    expect(lookOf(label()).halo).toBe(0);
    expect(screen.queryByLabelText('Halo colour')).toBeNull();
  });

  it('are those of its clusters, too', async () => {
    await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Text' });
    expect(screen.queryByRole('combobox', { name: 'Applies to' })).toBeNull();
    cleanup();
    layers = [{ id: 'stops', featureReduction: { type: 'cluster' } }];
    const ofClusters = fakeSession<LabelsValue>({ on: true, classes: [newLabel('cluster_count')] });
    vi.mocked(openGroupLabels).mockResolvedValue(ofClusters);
    const again = await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Applies to' });
    await again.choose('Applies to', 'Clusters');
    await again.choose('Text', 'Height');
    expect(expressionOf(ofClusters.state.get().value.classes[0] ?? {})).toBe('$feature["height"]');
    expect(expressionOf(again.label())).toBe('$feature["name"]');
  });

  it('keep the last expression that compiles', async () => {
    const { person, choose, label } = await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Text' });
    await choose('Text', 'Expression…');
    const fault = { message: 'Not closed', line: 2, column: 7 };
    vi.mocked(checkExpression).mockImplementation(async (text) => (text === 'Upper(' ? fault : undefined));
    const expression = screen.getByRole('textbox', { name: 'Arcade expression' });
    await person.clear(expression);
    await person.type(expression, 'Upper(');
    expect((await screen.findByRole('alert')).textContent).toBe('Line 2, column 7: Not closed');
    expect(expressionOf(label())).not.toBe('Upper(');
  });

  it('show why an expression cannot be checked', async () => {
    vi.mocked(checkExpression).mockRejectedValue(new MappingError('portal:unreachable', 'No response'));
    const { choose } = await begin({ on: true, classes: [newLabel('name')] });
    await screen.findByRole('combobox', { name: 'Text' });
    await choose('Text', 'Expression…');
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the portal');
  });
});

describe('the appearance of a layer', () => {
  const begin = (parts: Partial<AppearanceValue>) => {
    const session = {
      ...fakeSession<AppearanceValue>({
        minScale: 0,
        maxScale: 0,
        refresh: 0,
        effects: noEffects,
        blend: 'normal',
        ...parts,
      }),
      scale: () => 5123.4,
      showScale: vi.fn<AppearanceSession['showScale']>(),
    };
    vi.mocked(openAppearance).mockResolvedValue(session);
    return { ...open(AppearancePanel), session };
  };

  it('previews the first and the last scale at which the layer is shown', async () => {
    const { person, choose, session } = begin({ minScale: 50_000 });
    await person.click(await screen.findByRole('button', { name: 'Show first scale' }));
    expect(session.showScale).toHaveBeenLastCalledWith(50_000);
    const last = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Show last scale' });
    expect(last().disabled).toBe(true);
    await choose('To', '1:2,500');
    await person.click(last());
    expect(session.showScale).toHaveBeenLastCalledWith(2500);
    await choose('From', 'World');
    expect(screen.getByRole('button', { name: 'Show first scale' })).toHaveProperty('disabled', true);
    expect(session.state.get().value).toMatchObject({ minScale: 0, maxScale: 2500 });
  });

  it('is set without other effects of the layer', async () => {
    const { person, choose, session } = begin({ effects: { ...noEffects, other: 'hue-rotate(9deg)' } });
    await person.click(await screen.findByRole('button', { name: 'From this scale' }));
    await choose('Refresh interval', 'Every 5 min');
    await choose('Blending', 'Multiply');
    expect(screen.getByRole('alert').textContent).toMatch(/another program/);
    screen.getByRole('slider', { name: 'Greyscale' }).focus();
    await person.keyboard('{ArrowRight}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(session.state.get().value).toEqual({
      minScale: 5123,
      maxScale: 0,
      refresh: 5,
      effects: { ...noEffects, grey: 5 },
      blend: 'multiply',
    });
  });
});
