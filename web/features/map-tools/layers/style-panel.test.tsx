import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { checkExpression } from '../../../map/configure/configure.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import type { Grouping, GroupingControl } from '../../../map/style/grouping.ts';
import {
  fetchPortalSymbol,
  loadPortalSymbols,
  loadSymbolSets,
  openStyle,
  type PortalSymbol,
  type StyleSession,
  type StyleState,
} from '../../../map/style/style.ts';
import { StylePanel } from './style-panel.tsx';

vi.mock('../../../map/configure/configure.ts', async (original) => ({
  ...(await original<object>()),
  checkExpression: vi.fn<typeof checkExpression>(async () => undefined),
}));
vi.mock('../../../map/style/style.ts', async (original) => ({
  ...(await original<object>()),
  openStyle: vi.fn<typeof openStyle>(),
  loadSymbolSets: vi.fn<typeof loadSymbolSets>(async () => []),
  loadPortalSymbols: vi.fn<typeof loadPortalSymbols>(async () => []),
  fetchPortalSymbol: vi.fn<(symbol: PortalSymbol) => Promise<object>>(async ({ json }) => ({ made: json })),
}));

const byColour: StyleState = {
  status: 'ready',
  working: false,
  geometry: 'point',
  kind: 'color',
  kinds: ['single', 'types', 'color', 'size', 'heatmap'],
  fields: [
    { name: 'kind', title: 'Kind', kind: 'text' },
    { name: 'n', title: 'Number', kind: 'number' },
  ],
  field: 'n',
  furtherFields: [],
  expression: undefined,
  expressionTitle: '',
  divisor: undefined,
  ramps: [{ id: 'blues', name: 'Blues', colors: ['#ffffff', '#0000ff'], colorBlindSafe: true }],
  ramp: undefined,
  steps: 'quantile',
  colorTheme: undefined,
  centre: undefined,
  classes: 2,
  rows: [
    { label: 'few', color: '#ff0000' },
    { label: 'many', color: '#0000ff' },
  ],
  colors: ['#ff0000', '#0000ff'],
  symbol: { color: '#ff0000', size: 8, outlineColor: '#ffffff', outlineWidth: 1 },
  several: [],
  breaks: [],
  histogram: undefined,
  dotValue: undefined,
  others: undefined,
  scaled: undefined,
  inLegend: undefined,
  opacityField: undefined,
  rotationField: undefined,
  grouping: undefined,
  empty: false,
  changed: false,
};

const notGrouped: Grouping = {
  kind: 'none',
  radius: 0,
  smallest: 0,
  largest: 0,
  symbol: undefined,
  level: 4,
  field: undefined,
  ramps: [],
  ramp: undefined,
  colors: [],
  statistics: [],
};
const groups = {
  setKind: vi.fn<GroupingControl['setKind']>(async () => {}),
  setSizes: vi.fn<GroupingControl['setSizes']>(),
  setSymbol: vi.fn<GroupingControl['setSymbol']>(),
  setColors: vi.fn<GroupingControl['setColors']>(async () => {}),
  addStatistic: vi.fn<GroupingControl['addStatistic']>(),
  removeStatistic: vi.fn<GroupingControl['removeStatistic']>(),
};

let fake: StyleSession & { set: (change: Partial<StyleState>) => void };
beforeEach(() => {
  const state = createStore(byColour);
  fake = {
    state,
    request: vi.fn<StyleSession['request']>(async () => {}),
    requestSoon: vi.fn<StyleSession['requestSoon']>(),
    useInexact: vi.fn<StyleSession['useInexact']>(),
    setRow: vi.fn<StyleSession['setRow']>(),
    setSymbol: vi.fn<StyleSession['setSymbol']>(),
    moveRow: vi.fn<StyleSession['moveRow']>(),
    setDotValue: vi.fn<StyleSession['setDotValue']>(),
    removeRow: vi.fn<StyleSession['removeRow']>(),
    setOthers: vi.fn<StyleSession['setOthers']>(),
    setOther: vi.fn<StyleSession['setOther']>(),
    reverseColors: vi.fn<StyleSession['reverseColors']>(),
    setCentre: vi.fn<StyleSession['setCentre']>(),
    setExpressionTitle: vi.fn<StyleSession['setExpressionTitle']>(),
    setScaled: vi.fn<StyleSession['setScaled']>(async () => {}),
    setInLegend: vi.fn<StyleSession['setInLegend']>(),
    setBreaks: vi.fn<StyleSession['setBreaks']>(),
    setVariable: vi.fn<StyleSession['setVariable']>(async () => {}),
    groups,
    reset: vi.fn<StyleSession['reset']>(),
    close: vi.fn<StyleSession['close']>(),
    set: (change) => act(() => state.set({ ...state.get(), ...change })),
  };
  vi.mocked(openStyle).mockImplementation(async () => fake);
});

async function rig() {
  const back = vi.fn<() => void>();
  const view = show(
    <MapModelContext value={fakeMapModel().model}>
      <StylePanel layer={fakeLayer({ id: 'stops', title: 'Stops' })} onBack={back} />
    </MapModelContext>,
  );
  await screen.findByRole('combobox', { name: 'Show' });
  const choose = async (field: string, option: string | RegExp) => {
    await view.person.click(screen.getByRole('combobox', { name: field }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  return { ...view, back, choose };
}

describe('the style panel', () => {
  it('divides a number by another one, and shows one that no longer exists', async () => {
    const { choose } = await rig();
    expect(screen.queryByRole('combobox', { name: 'Divided by' })).toBeNull();
    fake.set({ fields: [...byColour.fields, { name: 'area', title: 'Area', kind: 'number' }] });
    await choose('Divided by', 'Area');
    expect(fake.request).toHaveBeenLastCalledWith({ divisor: 'area' });
    fake.set({ divisor: 'gone' });
    expect(screen.getByRole('combobox', { name: 'Divided by' }).textContent).toBe('gone');
    await choose('Divided by', 'Nothing');
    expect(fake.request).toHaveBeenLastCalledWith({ divisor: null });
    fake.set({ kind: 'types' });
    expect(screen.queryByRole('combobox', { name: 'Divided by' })).toBeNull();
  });

  it('asks for another style of the layer, one choice at a time', async () => {
    const { choose } = await rig();
    await choose('Show', 'Types (unique values)');
    await choose('Classes', 'Natural breaks');
    await choose('Colours', /Blues/);
    expect(vi.mocked(fake.request).mock.calls).toEqual([
      [{ kind: 'types' }],
      [{ steps: 'natural-breaks' }],
      [{ ramp: 'blues' }],
    ]);
  });

  it('offers numbers for amounts, and every field for types', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('combobox', { name: 'Field' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Number',
      'Expression…',
    ]);
    await person.keyboard('{Escape}');
    fake.set({ kind: 'types' });
    await person.click(screen.getByRole('combobox', { name: 'Field' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Kind',
      'Number',
      'Expression…',
    ]);
  });

  it('shows colours that match no ramp as custom colours', async () => {
    await rig();
    expect(screen.getByRole('combobox', { name: 'Colours' }).textContent).toBe('Custom colours');
    fake.set({ ramp: 'blues' });
    expect(screen.getByRole('combobox', { name: 'Colours' }).textContent).toBe('');
  });

  it('edits colours and texts of the legend in place', async () => {
    const { person } = await rig();
    const legend = within(screen.getByRole('group', { name: 'Legend' }));
    fireEvent.change(legend.getByLabelText('Colour of few'), { target: { value: '#00ff00' } });
    expect(fake.setRow).toHaveBeenLastCalledWith(0, { color: '#00ff00' });
    const text = legend.getByRole('textbox', { name: 'Legend text of many' });
    await person.clear(text);
    await person.type(text, 'Lots{Enter}');
    expect(fake.setRow).toHaveBeenLastCalledWith(1, { label: 'Lots' });
    await person.clear(text);
    await person.tab();
    expect(fake.setRow).toHaveBeenCalledTimes(2);
  });

  it('changes what a dot stands for, the order of types, and other values', async () => {
    fake.set({ kind: 'dots', dotValue: 50 });
    const { person } = await rig();
    const value = screen.getByRole('spinbutton', { name: 'Number that one dot stands for' });
    await person.clear(value);
    await person.type(value, '0{Enter}');
    expect(fake.setDotValue).not.toHaveBeenCalled();
    await person.clear(value);
    await person.type(value, '200{Enter}');
    expect(fake.setDotValue).toHaveBeenCalledWith(200);
    const symbol = byColour.symbol;
    fake.set({ kind: 'types', dotValue: undefined, others: { label: 'Rest', color: '#aaaaaa', symbol } });
    const others = screen.getByRole('textbox', { name: 'Legend text of Rest' });
    await person.type(others, ' of them{Enter}');
    expect(fake.setOther).toHaveBeenCalledWith({ label: 'Rest of them' });
    await person.click(screen.getByRole('switch', { name: 'Show other values' }));
    expect(fake.setOthers).toHaveBeenCalledWith(false, 'Other');
    await person.click(screen.getByRole('button', { name: 'Move many up' }));
    expect(fake.moveRow).toHaveBeenCalledWith(1, 0);
    await person.click(screen.getByRole('button', { name: 'Remove many' }));
    expect(fake.removeRow).toHaveBeenCalledWith(1);
  });

  it('shows features without a value, reverses colours and stresses a value', async () => {
    fake.set({ others: null, steps: 'continuous', colorTheme: 'above-and-below', centre: 5 });
    const { person, choose } = await rig();
    await person.click(screen.getByRole('switch', { name: 'Show features without a value' }));
    expect(fake.setOthers).toHaveBeenCalledWith(true, 'No data');
    await person.click(screen.getByRole('button', { name: 'Reverse colours' }));
    expect(fake.reverseColors).toHaveBeenCalledOnce();
    const centre = screen.getByRole('spinbutton', { name: 'Value in the middle' });
    await person.clear(centre);
    await person.type(centre, '-7.5{Enter}');
    expect(fake.setCentre).toHaveBeenCalledWith(-7.5);
    await choose('Emphasise', 'High values');
    expect(fake.request).toHaveBeenLastCalledWith({ colorTheme: 'high-to-low' });
  });

  it('lets sizes follow the scale and explains them in the legend', async () => {
    fake.set({ kind: 'size', scaled: false, inLegend: true, rows: [] });
    const { person } = await rig();
    await person.click(screen.getByRole('switch', { name: 'Adjust sizes to the map’s scale' }));
    expect(fake.setScaled).toHaveBeenCalledWith(true);
    await person.click(screen.getByRole('switch', { name: 'Explain in the legend' }));
    expect(fake.setInLegend).toHaveBeenCalledWith(false);
  });

  it('shows types of several fields', async () => {
    fake.set({ kind: 'types', field: 'kind' });
    const { choose } = await rig();
    await choose('Field 2', 'Number');
    expect(fake.request).toHaveBeenLastCalledWith({ furtherFields: ['n'] });
    fake.set({ furtherFields: ['gone'] });
    expect(screen.getByRole('combobox', { name: 'Field 2' }).textContent).toBe('gone');
    await choose('Field 2', 'Nothing');
    expect(fake.request).toHaveBeenLastCalledWith({ furtherFields: [] });
  });

  it('shows the value of an expression, with its errors, once no key has been pressed for a while', async () => {
    const fault = { message: 'Unexpected end', line: 1, column: 12 };
    vi.mocked(checkExpression).mockImplementation(async (text) => (text.endsWith('*') ? fault : undefined));
    const { person, choose } = await rig();
    await choose('Field', 'Expression…');
    const editor = screen.getByRole('textbox', { name: 'Arcade expression' });
    expect(editor).toHaveProperty('value', '$feature["n"]');
    await person.type(editor, ' *');
    expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 12: Unexpected end');
    expect(fake.request).not.toHaveBeenCalled();
    await person.type(editor, ' 2');
    await waitFor(() =>
      expect(vi.mocked(fake.requestSoon).mock.lastCall).toEqual([{ expression: '$feature["n"] * 2' }]),
    );
    fake.set({ field: undefined, expression: '$feature["n"] * 2' });
    await person.type(screen.getByRole('textbox', { name: 'Heading in the legend' }), 'Twice{Enter}');
    expect(fake.setExpressionTitle).toHaveBeenCalledWith('Twice');
    await choose('Field', 'Number');
    expect(fake.request).toHaveBeenLastCalledWith({ field: 'n' });
  });

  it('draws points as clusters with a symbol and statistics of their own', async () => {
    fake.set({ grouping: notGrouped });
    const { person, choose } = await rig();
    await choose('Nearby points', 'Clusters');
    expect(groups.setKind).toHaveBeenCalledWith('clusters', 'Number of features');
    const used = { name: 'sum_n', kind: 'sum', field: 'n', title: 'Sum: Number', used: true } as const;
    fake.set({
      grouping: {
        ...notGrouped,
        kind: 'clusters',
        radius: 45,
        smallest: 18,
        largest: 40,
        statistics: [used],
      },
    });
    fireEvent.change(screen.getByRole('slider', { name: 'Distance' }), { target: { value: '60' } });
    expect(groups.setSizes).toHaveBeenCalledWith({ radius: 60 });
    await person.click(screen.getByRole('switch', { name: 'Symbol of their own' }));
    expect(groups.setSymbol).toHaveBeenCalledWith({});
    await person.click(screen.getByRole('button', { name: 'Add statistic' }));
    const average = await screen.findByRole('menuitem', { name: 'Average: Number' });
    expect(screen.queryByRole('menuitem', { name: 'Sum: Number' })).toBeNull();
    await person.click(average);
    expect(groups.addStatistic).toHaveBeenCalledWith('avg', 'n', 'Average: Number');
    expect(screen.getByRole('button', { name: 'Sum: Number is in use' })).toHaveProperty('disabled', true);
  });

  it('colours bins by a statistic', async () => {
    const mean = { name: 'avg_n', kind: 'avg', field: 'n', title: 'Average: Number', used: false } as const;
    const bins = {
      kind: 'bins',
      field: 'aggregateCount',
      statistics: [mean],
      ramps: byColour.ramps,
    } as const;
    fake.set({ grouping: { ...notGrouped, ...bins, colors: ['#ffffff'] } });
    const { person, choose } = await rig();
    const section = within(screen.getByRole('region', { name: 'Nearby points' }));
    await choose('Colour by', 'Average: Number');
    expect(groups.setColors).toHaveBeenCalledWith({ field: 'avg_n' });
    await person.click(section.getByRole('combobox', { name: 'Colours' }));
    await person.click(await screen.findByRole('option', { name: /Blues/ }));
    expect(groups.setColors).toHaveBeenCalledWith({ ramp: 'blues' });
    await person.click(section.getByRole('button', { name: 'Remove Average: Number' }));
    expect(groups.removeStatistic).toHaveBeenCalledWith('avg_n');
    fake.set({ kind: 'heatmap' });
    expect(screen.queryByRole('region', { name: 'Nearby points' })).toBeNull();
  });

  it('offers the symbols of the portal', async () => {
    const star = { name: 'Star', title: 'A star', words: '', address: '', json: { type: 'esriPMS' } };
    vi.mocked(loadSymbolSets).mockResolvedValueOnce([{ id: 'set', title: 'Shapes' }]);
    vi.mocked(loadPortalSymbols).mockResolvedValueOnce([star]);
    fake.set({ kind: 'single', rows: [], symbol: { shape: 'circle', color: '#ff0000' } });
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Symbol: Circle' }));
    await person.click(await screen.findByRole('button', { name: 'A star' }));
    await waitFor(() => expect(fake.setSymbol).toHaveBeenCalledWith({ made: star.json }));
  });

  it('ignores a symbol that loads after another was chosen', async () => {
    const signs = ['Slow', 'Quick'].map((name) => ({
      name,
      title: name,
      words: '',
      address: '',
      json: { name },
    }));
    vi.mocked(loadSymbolSets).mockResolvedValueOnce([{ id: 'set of two', title: 'Shapes' }]);
    vi.mocked(loadPortalSymbols).mockResolvedValueOnce(signs);
    const slow = Promise.withResolvers<object>();
    vi.mocked(fetchPortalSymbol).mockReturnValueOnce(slow.promise as never);
    fake.set({ kind: 'single', rows: [], symbol: { shape: 'circle', color: '#ff0000' } });
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Symbol: Circle' }));
    await person.click(await screen.findByRole('button', { name: 'Slow' }));
    await person.click(screen.getByRole('button', { name: 'Quick' }));
    await waitFor(() => expect(fake.setSymbol).toHaveBeenCalledWith({ made: { name: 'Quick' } }));
    await act(async () => slow.resolve({ made: { name: 'Slow' } }));
    expect(fake.setSymbol).not.toHaveBeenCalledWith({ made: { name: 'Slow' } });
  });

  it('offers no symbols of a portal without any', async () => {
    fake.set({ kind: 'single', rows: [], symbol: { shape: 'circle', color: '#ff0000' } });
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Symbol: Circle' }));
    await screen.findByRole('button', { name: 'Square' });
    await waitFor(() => expect(loadSymbolSets).toHaveBeenCalled());
    expect(screen.queryByRole('region', { name: 'Symbols of the portal' })).toBeNull();
  });

  it('shows what failed and goes back to the previous style', async () => {
    const { person } = await rig();
    expect(screen.queryByRole('button', { name: 'Restore previous style' })).toBeNull();
    fake.set({ changed: true, error: new MappingError('style:failed', 'No values') });
    expect(screen.getByRole('alert').textContent).toMatch(/couldn’t be made from the layer’s values/);
    await person.click(screen.getByRole('button', { name: 'Restore previous style' }));
    expect(fake.reset).toHaveBeenCalledOnce();
  });

  it('reports that there are no features', async () => {
    fake.set({ empty: true });
    await rig();
    expect(screen.getByRole('alert').textContent).toMatch(/no features, or its filter hides them all/);
  });

  it('closes with its panel', async () => {
    const { person, back, unmount } = await rig();
    await person.click(screen.getByRole('button', { name: 'Back to layers' }));
    expect(back).toHaveBeenCalledOnce();
    unmount();
    expect(fake.close).toHaveBeenCalledOnce();
  });
});
