import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { ReportGeometry } from '../../../portal/forms/send-report.ts';
import { PlaceField } from './place-field.tsx';

const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>();

beforeEach(() => {
  getCurrentPosition.mockReset();
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'));

/** A report, whose place is also chosen on the map. */
function Report() {
  const [geometry, setGeometry] = useState<ReportGeometry | null>(null);
  return (
    <>
      <PlaceField shape="point" geometry={geometry} missing={false} search={null} onGeometry={setGeometry} />
      <button onClick={() => setGeometry({ x: 71, y: 51 })}>On the map</button>
    </>
  );
}

async function rig() {
  const { person } = show(<Report />, { context: await fakeContext() });
  const locate = () => screen.getByRole<HTMLButtonElement>('button', { name: /Use my location/ });
  await person.click(locate());
  const answer = () =>
    act(() =>
      getCurrentPosition.mock.lastCall?.[0]({
        coords: { longitude: 4.4, latitude: 51.9 },
      } as GeolocationPosition),
    );
  const refuse = () =>
    act(() => getCurrentPosition.mock.lastCall?.[1]?.({ code: 3 } as GeolocationPositionError));
  return { person, locate, answer, refuse };
}

describe('the location of the device', () => {
  it('becomes the place of a report', async () => {
    const { locate, answer } = await rig();
    expect(locate().disabled).toBe(true);
    answer();
    expect(screen.getByText('51.90000, 4.40000')).toBeDefined();
    expect(locate().disabled).toBe(false);
  });

  it('replaces no place that was chosen while it was looked for', async () => {
    const { person, locate, answer } = await rig();
    await person.click(screen.getByRole('button', { name: 'On the map' }));
    expect(locate().disabled).toBe(false);
    answer();
    expect(screen.getByText('51.00000, 71.00000')).toBeDefined();
  });

  it('that is not found is a problem only without another place', async () => {
    const { person, locate, refuse } = await rig();
    await person.click(screen.getByRole('button', { name: 'On the map' }));
    refuse();
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(locate());
    refuse();
    expect(screen.getByRole('alert').textContent).toContain('couldn’t find its location');
  });
});
