import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import type { StyleSession, StyleState } from '../../../map/style/style.ts';
import { ClassFields, KindChoice, RampChoice, type StyleProps } from './style-choices.tsx';

const byColour: Partial<StyleState> = {
  kind: 'color',
  kinds: ['single', 'types', 'color'],
  steps: 'quantile',
  classes: 5,
  colors: ['#ffffff', '#0000ff'],
  ramp: undefined,
  ramps: [
    { id: 'viridis', name: 'Viridis', colors: ['#fde725', '#440154'], colorBlindSafe: true },
    { id: 'traffic', name: 'Traffic', colors: ['#ff0000', '#00ff00'], colorBlindSafe: false },
  ],
};

function open(Choices: (props: StyleProps) => ReactNode, state: Partial<StyleState> = {}) {
  const request = vi.fn<StyleSession['request']>(async () => {});
  const session = { request } as unknown as StyleSession;
  const { person } = show(<Choices session={session} state={{ ...byColour, ...state } as StyleState} />);
  const list = async (field: string) => {
    await person.click(screen.getByRole('combobox', { name: field }));
    return screen.findAllByRole('option');
  };
  const choose = async (field: string, option: string) => {
    await list(field);
    await person.click(screen.getByRole('option', { name: option }));
  };
  return { request, list, choose };
}

describe('the choices of a style', () => {
  it('go back to one symbol from colours', async () => {
    const { request, choose } = open(KindChoice);
    await choose('Show', 'One symbol');
    expect(request).toHaveBeenCalledExactlyOnceWith({ kind: 'single' });
  });

  it('make classes by standard deviations', async () => {
    const { request, choose } = open(ClassFields);
    expect(screen.getByRole('slider', { name: 'Number of classes' })).toBeDefined();
    await choose('Classes', 'Standard deviations');
    expect(request).toHaveBeenCalledExactlyOnceWith({ steps: 'standard-deviation' });
  });

  it('leave the number of standard deviations to the values', () => {
    open(ClassFields, { steps: 'standard-deviation' });
    expect(screen.getByRole('combobox', { name: 'Classes' }).textContent).toBe('Standard deviations');
    expect(screen.queryByRole('slider', { name: 'Number of classes' })).toBeNull();
  });

  it('mark the colours that everyone can distinguish', async () => {
    const { list } = open(RampChoice);
    const [viridis, traffic] = await list('Colours');
    expect(viridis?.textContent).toBe('Viridiscolour-blind safe');
    expect(traffic?.textContent).toBe('Traffic');
    expect(within(traffic!).queryByTestId('CheckIcon')).toBeNull();
  });
});
