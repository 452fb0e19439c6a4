import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import type { Offer, ServiceList } from '../../../map/add/add-layers.ts';
import { ServiceChoice } from './service-choice.tsx';

function open(offers: readonly Offer[], more: Partial<ServiceList> = {}) {
  const onAdd = vi.fn<(ids: readonly string[]) => void>();
  const service = { title: 'City', offers, add: async () => ({ id: 'a', title: 'A' }), ...more };
  return { ...show(<ServiceChoice service={service} busy={false} onAdd={onAdd} onBack={() => {}} />), onAdd };
}

const layer = (id: string, title: string): Offer => ({ id, title, kind: 'points' });

it('adds the chosen layers in the order of the service', async () => {
  const { person, onAdd } = open([layer('0', 'Trees'), layer('1', 'Benches'), layer('2', 'Lamps')]);
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add selected layers' });
  expect(add.disabled).toBe(true);
  await person.click(screen.getByRole('checkbox', { name: 'Lamps Points' }));
  await person.click(screen.getByRole('checkbox', { name: 'Trees Points' }));
  await person.click(add);
  expect(onAdd).toHaveBeenCalledWith(['0', '2']);
});

it('searches long lists, and chooses all that are found', async () => {
  const { person, onAdd } = open(Array.from({ length: 12 }, (_, at) => layer(`${at}`, `Layer ${at}`)));
  await person.type(screen.getByRole('textbox', { name: 'Search layers' }), 'layer 1');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await person.click(screen.getByRole('checkbox', { name: 'All layers' }));
  await person.click(screen.getByRole('button', { name: 'Add selected layers' }));
  expect(onAdd).toHaveBeenCalledWith(['1', '10', '11']);
});

it('shows the legend of a chosen layer', async () => {
  const { person } = open([
    { ...layer('0', 'Noise'), kind: 'picture', legend: '/legend.png' },
    layer('1', 'Air'),
  ]);
  expect(screen.queryByRole('img')).toBeNull();
  await person.click(screen.getByRole('checkbox', { name: 'Noise Picture' }));
  expect(screen.getByRole('img', { name: 'Legend of Noise' }).getAttribute('src')).toBe('/legend.png');
});

it('reads the legend of a chosen layer whose service does not list it', async () => {
  const legendOf = vi.fn<NonNullable<ServiceList['legendOf']>>(async (id) => {
    if (id === '1') throw new MappingError('layer:server-failed', 'No answer', { status: 500 });
    return [{ label: 'Oak', picture: 'data:image/png;base64,AA==' }];
  });
  const { person } = open([layer('0', 'Trees'), layer('1', 'Lamps')], { legendOf });
  expect(legendOf).not.toHaveBeenCalled();
  await person.click(screen.getByRole('checkbox', { name: 'Trees Points' }));
  const legend = await screen.findByRole('list', { name: 'Legend of Trees' });
  expect(legend.textContent).toBe('Oak');
  await person.click(screen.getByRole('checkbox', { name: 'Lamps Points' }));
  expect(await screen.findByText('Its server reported an error.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add selected layers' }).disabled).toBe(false);
});
