import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { askForPart } from '../../../context/tool-part.ts';
import { MapModelContext, type MapPoint } from '../../../map/map-model.ts';
import { measure, type Measured, type Measurement, pickPlaces } from '../../../map/measure/measure.ts';
import { copyText } from '../../../ui/browser.ts';
import { MeasurePanel } from './measure-panel.tsx';

vi.mock('../../../map/measure/measure.ts', () => ({
  measure: vi.fn<typeof measure>(),
  pickPlaces: vi.fn<typeof pickPlaces>(),
}));

vi.mock('../../../map/measure/elevation.ts', () => ({ hasElevation: () => false }));

vi.mock('../../../ui/browser.ts', () => ({ copyText: vi.fn<typeof copyText>() }));

const running = { setSystem: vi.fn<Measurement['setSystem']>(), close: vi.fn<() => void>() };
let notify: (measured: Measured) => void = () => {};
let pick: (point: MapPoint) => void = () => {};
const stopPicking = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(measure).mockImplementation(async (_model, _kind, _system, onMeasured) => {
    notify = onMeasured;
    return running;
  });
  vi.mocked(pickPlaces).mockImplementation(async (_model, onPick) => {
    pick = onPick;
    return { close: stopPicking };
  });
});

async function rig() {
  const { model } = fakeMapModel();
  const view = show(
    <MapModelContext value={model}>
      <MeasurePanel />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await waitFor(() => expect(measure).toHaveBeenCalled());
  return { ...view, model };
}

describe('measuring a distance', () => {
  it('uses metres up to 3000, then kilometres', async () => {
    await rig();
    act(() => notify({ length: 2999, area: 0 }));
    expect(screen.getByRole('status', { name: 'Distance' }).textContent).toBe('2,999 m');
    act(() => notify({ length: 3000, area: 0 }));
    expect(screen.getByRole('status', { name: 'Distance' }).textContent).toBe('3.00 km');
  });

  it('changes its units in place, on the map too, and remembers them', async () => {
    const { person } = await rig();
    act(() => notify({ length: 1000, area: 0 }));
    await person.click(screen.getByRole('button', { name: 'Imperial' }));
    expect(screen.getByRole('status', { name: 'Distance' }).textContent).toBe('3,281 ft');
    expect(running.setSystem).toHaveBeenLastCalledWith('imperial');
    expect(localStorage.getItem('mapping.units')).toBe('imperial');
  });

  it('starts over after the first is cleared', async () => {
    const { person } = await rig();
    expect(screen.getByRole('button', { name: 'Measure again' }).hasAttribute('disabled')).toBe(true);
    act(() => notify({ length: 5, area: 0 }));
    await person.click(screen.getByRole('button', { name: 'Measure again' }));
    expect(running.close).toHaveBeenCalledOnce();
    expect(measure).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('status', { name: 'Distance' }).textContent).toBe('0.00 m');
  });

  it('shows instructions once the tool is ready', async () => {
    let begin: () => void = () => {};
    vi.mocked(measure).mockReturnValue(new Promise((resolve) => (begin = () => resolve(running))));
    await rig();
    expect(screen.getByText('Loading')).toBeDefined();
    await act(async () => begin());
    expect(screen.getByText('Click along the line. Double-click to finish.')).toBeDefined();
  });

  it('copies the result, or reports that the browser does not allow it', async () => {
    const { person } = await rig();
    act(() => notify({ length: 5, area: 0 }));
    vi.mocked(copyText).mockResolvedValue(false);
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await screen.findByRole('alert')).textContent).toContain('doesn’t allow copying');
    vi.mocked(copyText).mockResolvedValue(true);
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
    expect(copyText).toHaveBeenLastCalledWith('5.00 m');
  });

  it('reports a tool that fails to load, and retries', async () => {
    vi.mocked(measure).mockRejectedValueOnce(new Error('No code'));
    const { person } = await rig();
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(measure).toHaveBeenCalledTimes(2);
  });
});

describe('measuring an area', () => {
  it('includes the perimeter, and ends the distance measurement', async () => {
    const { person, model } = await rig();
    await person.click(screen.getByRole('button', { name: 'Area' }));
    expect(running.close).toHaveBeenCalledOnce();
    await waitFor(() =>
      expect(measure).toHaveBeenLastCalledWith(model, 'area', 'metric', expect.any(Function)),
    );
    act(() => notify({ length: 400, area: 10_000 }));
    expect(screen.getByRole('status', { name: 'Area' }).textContent).toBe('10,000\u00A0m²');
    expect(screen.getByText('Perimeter: 400 m')).toBeDefined();
  });
});

describe('the coordinates tool', () => {
  it('shows a clicked place in every notation', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Coordinates' }));
    await waitFor(() => expect(pickPlaces).toHaveBeenCalled());
    act(() => pick({ lat: 51.16, lng: 71.43, x: 7_951_551, y: 6_650_000, wkid: 3857 }));
    const names = (await screen.findAllByRole('term')).map(({ textContent }) => textContent);
    expect(names).toContain('UTM');
    expect(names).toContain('Map x, y (EPSG 3857)');
    expect(screen.getAllByRole('button', { name: /Copy/ })).toHaveLength(names.length);
  });

  it('reports a tool that fails to load, and retries', async () => {
    vi.mocked(pickPlaces).mockRejectedValueOnce(new Error('No code'));
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Coordinates' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this tool');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Click a location on the map.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('releases the clicks when the panel closes', async () => {
    const { person, unmount } = await rig();
    await person.click(screen.getByRole('button', { name: 'Coordinates' }));
    await waitFor(() => expect(pickPlaces).toHaveBeenCalled());
    await Promise.resolve();
    unmount();
    await waitFor(() => expect(stopPicking).toHaveBeenCalledOnce());
  });
});

it('an elevation profile that was asked for is that of a distance', async () => {
  await rig();
  act(() => askForPart('measure', 'area'));
  expect(screen.getByRole('button', { name: 'Area' }).getAttribute('aria-pressed')).toBe('true');
  act(() => askForPart('measure', 'profile'));
  expect(screen.getByRole('button', { name: 'Distance' }).getAttribute('aria-pressed')).toBe('true');
});

it('the measurement is selected by keyboard', async () => {
  const { person } = await rig();
  act(() => screen.getByRole('button', { name: 'Distance' }).focus());
  await person.keyboard('{ArrowRight} ');
  expect(screen.getByRole('button', { name: 'Area' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('status', { name: 'Area' })).toBeDefined();
});

describe('details of a measurement', () => {
  it('are the segments with lengths, bearings and angles', async () => {
    await rig();
    const segments = [
      { metres: 100, bearing: 90 },
      { metres: 50, bearing: 0, angle: 90 },
    ];
    act(() => notify({ length: 150, area: 0, segments }));
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual(['No.LengthBearingAngle', '1100 m90.0°', '250.0 m0.0°90.0°']);
  });

  it('are hectares and acres of an area, and the radius of a circle', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Area' }));
    await person.click(screen.getByRole('button', { name: 'Circle' }));
    await waitFor(() => expect(vi.mocked(measure).mock.lastCall?.[1]).toBe('circle'));
    act(() => notify({ length: 396, area: 12_400, radius: 63 }));
    expect(screen.getByText(/1\.24\sha · 3\.06\sac/)).toBeDefined();
    expect(screen.getByText(/Radius: 63\.0 m/)).toBeDefined();
  });

  it('are coordinates in the system of an EPSG code', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Coordinates' }));
    await waitFor(() => expect(pickPlaces).toHaveBeenCalled());
    await person.type(screen.getByLabelText('Coordinate system (EPSG code)'), '4326');
    act(() => pick({ lat: 51.128, lng: 71.43, x: 7_951_551.17, y: 6_642_108.96, wkid: 3857 }));
    expect(await screen.findByText('EPSG 4326, east and north')).toBeDefined();
    expect(screen.getByText(/^71\.4\d{5} 51\.\d{6}$/)).toBeDefined();
  });
});
