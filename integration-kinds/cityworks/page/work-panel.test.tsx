import { act, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import type { WorkItem } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { HostConnection } from '../../../web/integrations/client/client.ts';
import type { WorkClient } from './work-client.ts';
import { WorkPanel, type WorkPanelProps } from './work-panel.tsx';

const lamp: WorkItem = {
  kind: 'work-order',
  id: 'WO-1',
  title: 'Repair the lamp',
  status: 'OPEN',
  lat: 51.1,
  lng: 71.4,
  link: '',
};
const hole: WorkItem = {
  ...lamp,
  kind: 'request',
  id: '41',
  title: 'Pothole',
  link: 'https://cw.example/41',
};
const placeless: WorkItem = { ...lamp, id: 'WO-2', title: 'Somewhere', lat: null, lng: null };
/** A response in which no kind is missing. */
const all = (...items: WorkItem[]) => ({ items, missing: [] });
const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };

async function open(parts: Partial<WorkClient> = {}, props: Partial<WorkPanelProps> = {}) {
  const client = {
    near: vi.fn<WorkClient['near']>(async () => all(lamp, placeless, hole)),
    problems: vi.fn<WorkClient['problems']>(async () => [{ id: '7', title: 'Hole in the road' }]),
    create: vi.fn<WorkClient['create']>(async () => '101'),
    ...parts,
  };
  const host = {
    moved: vi.fn<() => void>(),
    graphics: vi.fn<(features: unknown[]) => void>(),
    noted: vi.fn<() => void>(),
  };
  /** Messages from the host while the panel is open. */
  let update: (later: Partial<WorkPanelProps>) => void = () => {};
  function Page() {
    const [current, setCurrent] = useState(props);
    update = (later) => act(() => setCurrent({ ...current, ...later }));
    return (
      <WorkPanel
        client={client}
        place={place}
        radius={250}
        signedIn
        host={() => host as unknown as HostConnection}
        {...current}
      />
    );
  }
  const shown = show(<Page />, { context: await fakeContext() });
  return { ...shown, client, host, update: (later: Partial<WorkPanelProps>) => update(later) };
}

describe('the work near a location', () => {
  it('is listed by kind, mapped where it has a position, and links to Cityworks', async () => {
    const { screen, person, host } = await open();
    const orders = await screen.findByRole('list', { name: 'Work orders' });
    expect(orders.textContent).toContain('Repair the lamp');
    expect(within(orders).getAllByRole('button', { name: 'Show on the map' })).toHaveLength(1);
    expect(screen.queryByRole('list', { name: 'Inspections' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open in Cityworks' }).getAttribute('href')).toBe(
      'https://cw.example/41',
    );
    const drawn = host.graphics.mock.lastCall?.[0] as { properties: { title: string } }[];
    expect(drawn.map(({ properties }) => properties.title)).toEqual(['Repair the lamp', 'Pothole']);
    await person.click(within(orders).getByRole('button', { name: 'Show on the map' }));
    expect(host.moved).toHaveBeenCalledWith({ lat: 51.1, lng: 71.4 });
  });

  it('reports that there is none within the distance', async () => {
    const { screen } = await open({ near: async () => all() });
    expect(await screen.findByText('No open work within 250 m')).toBeDefined();
  });

  it('shows the Cityworks error, and retries', async () => {
    const near = vi
      .fn<WorkClient['near']>()
      .mockRejectedValueOnce(new MappingError('cityworks:sign-in-refused', 'Cityworks rejected the sign-in.'))
      .mockResolvedValue(all(lamp));
    const { screen, person } = await open({ near });
    expect((await screen.findByRole('alert')).textContent).toContain('Cityworks rejected the sign-in.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Repair the lamp')).toBeDefined();
  });

  it('is listed partially, naming what is missing and why, with a retry', async () => {
    const missing = [
      { kind: 'inspection', id: 'cityworks:not-allowed', detail: 'Words of the server' },
      { kind: 'request', id: 'cityworks:refused', detail: 'Cityworks: No such table' },
    ] as const;
    const near = vi
      .fn<WorkClient['near']>()
      .mockResolvedValueOnce({ items: [lamp], missing: [...missing] })
      .mockResolvedValue(all(lamp, hole));
    const { screen, person, host } = await open({ near });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'Not listed: Inspections. The Cityworks account doesn’t have permission to do this.',
    );
    expect(alert.textContent).toContain('Not listed: Requests. Cityworks: No such table');
    expect(screen.getByText('Repair the lamp')).toBeDefined();
    expect(host.graphics.mock.lastCall?.[0]).toHaveLength(1);
    within(alert).getByRole('button', { name: 'Try again' }).focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Pothole')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not reported as empty while a kind of it is missing', async () => {
    const missing = [{ kind: 'work-order', id: 'integration:unreachable', detail: '' }] as const;
    const { screen } = await open({ near: async () => ({ items: [], missing: [...missing] }) });
    expect((await screen.findByRole('alert')).textContent).toContain('Not listed: Work orders.');
    expect(screen.queryByText(/No open work/)).toBeNull();
  });

  it.each([
    'cityworks:no-credentials',
    'cityworks:sign-in-refused',
    'cityworks:no-cityworks',
    'cityworks:not-allowed',
    'cityworks:projection',
    'integration:unreachable',
    'integration:forbidden-address',
    'membership:sign-in-needed',
    'api:unreachable',
  ])('shows advice in the user’s language for %s', async (id) => {
    const { screen } = await open({
      near: () => Promise.reject(new MappingError(id, 'Words of the server')),
    });
    const text = (await screen.findByRole('alert')).textContent ?? '';
    expect(text).not.toContain('Words of the server');
    expect(text).toMatch(/(Sign in|administrator|operator|Check your connection)/);
  });

  it('shows progress in place of the list', async () => {
    const { screen, container } = await open({ near: () => new Promise(() => {}) });
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
    // A request can be created meanwhile.
    expect(screen.getByRole('button', { name: 'New request here' })).toBeDefined();
  });

  it('highlights the record clicked on the map', async () => {
    const scrolled: (string | null)[] = [];
    Element.prototype.scrollIntoView = function scroll(this: Element) {
      scrolled.push(this.textContent);
    };
    const { screen, host, update } = await open();
    await screen.findByText('Pothole');
    const drawn = host.graphics.mock.lastCall?.[0] as { properties: { key: string; title: string } }[];
    const keyOf = (title: string) =>
      drawn.find(({ properties }) => properties.title === title)?.properties.key ?? '';
    const current = () => screen.getAllByRole('listitem').filter((row) => row.hasAttribute('aria-current'));
    expect(current()).toEqual([]);
    update({ picked: { key: keyOf('Pothole') } });
    expect(current().map((row) => row.textContent)).toEqual(['Pothole41 · OPEN']);
    update({ picked: { key: keyOf('Repair the lamp') } });
    expect(current().map((row) => row.textContent)).toEqual(['Repair the lampWO-1 · OPEN']);
    // Again: it may have been scrolled away.
    update({ picked: { key: keyOf('Repair the lamp') } });
    expect(scrolled).toEqual([
      'Pothole41 · OPEN',
      'Repair the lampWO-1 · OPEN',
      'Repair the lampWO-1 · OPEN',
    ]);
  });

  it('prompts visitors to sign in, and sends no request', async () => {
    const { screen, client } = await open({}, { signedIn: false });
    expect(screen.getByText('Sign in to see the work near this location')).toBeDefined();
    expect(client.near).not.toHaveBeenCalled();
  });
});

describe('a new request', () => {
  it('is sent with the user’s last location, and the list is reloaded', async () => {
    const { screen, person, client } = await open();
    const [first] = await screen.findAllByRole('button', { name: 'Show on the map' });
    await person.click(first as HTMLElement);
    await person.click(await screen.findByRole('button', { name: 'New request here' }));
    const send = screen.getByRole('button', { name: 'Send request' });
    expect(send).toHaveProperty('disabled', true);
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    await person.click(await screen.findByRole('option', { name: 'Hole in the road' }));
    await person.type(screen.getByRole('textbox', { name: 'Details' }), 'Deep');
    await person.click(send);
    expect(await screen.findByText('Request 101 was created')).toBeDefined();
    expect(client.create).toHaveBeenCalledWith({ problem: '7', details: 'Deep', lat: 51.1, lng: 71.4 });
    expect(client.near).toHaveBeenCalledTimes(2);
  });

  it('takes as much of a long capture as Cityworks does', async () => {
    const { screen } = await open({}, { note: { text: 'x'.repeat(5000) } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'x'.repeat(4000));
  });

  it('is filled from the capture, and confirms that it was sent', async () => {
    const { screen, person, host, client } = await open({}, { note: { text: 'Place: 51, 71' } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    await person.click(await screen.findByRole('option', { name: 'Hole in the road' }));
    expect(host.noted).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Request 101 was created');
    expect(client.create).toHaveBeenCalledWith(expect.objectContaining({ details: 'Place: 51, 71' }));
    expect(host.noted).toHaveBeenCalledOnce();
    // The next one starts empty.
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.click(screen.getByRole('button', { name: 'New request here' }));
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', '');
  });

  it('opens when something is captured while the panel is open, and cancelling discards it', async () => {
    const { screen, person, host, update } = await open();
    await screen.findByText('Repair the lamp');
    update({ note: { text: 'Place: 51, 71' } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
    // Captured again before it was sent: the newer note applies.
    update({ note: { text: 'Place: 52, 71' } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 52, 71');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'Details' })).toBeNull();
    expect(host.noted).toHaveBeenCalledOnce();
    update({ note: { text: 'Place: 52, 71' } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 52, 71');
  });

  it('stays in sight while it is sent, also when something is captured then', async () => {
    const created = Promise.withResolvers<string>();
    const create = vi.fn<WorkClient['create']>(() => created.promise);
    const { screen, person, host, update } = await open({ create }, { note: { text: 'Place: 51, 71' } });
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    await person.click(await screen.findByRole('option', { name: 'Hole in the road' }));
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    update({ note: { text: 'Place: 52, 71' } });
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
    await act(async () => created.resolve('101'));
    expect(await screen.findByText('Request 101 was created')).toBeDefined();
    // What was captured meanwhile is the next request.
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 52, 71');
    expect(host.noted).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(host.noted).toHaveBeenCalledOnce();
  });

  it('stays in sight when it is refused after something else was captured', async () => {
    const created = Promise.withResolvers<string>();
    const create = vi.fn<WorkClient['create']>(() => created.promise);
    const { screen, person, host, update } = await open({ create }, { note: { text: 'Place: 51, 71' } });
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    await person.click(await screen.findByRole('option', { name: 'Hole in the road' }));
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    update({ note: { text: 'Place: 52, 71' } });
    await act(async () => created.reject(new MappingError('cityworks:refused', 'Cityworks: Refused')));
    expect(await screen.findByText('Cityworks: Refused')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 52, 71');
    expect(screen.queryByText('Cityworks: Refused')).toBeNull();
    expect(host.noted).not.toHaveBeenCalled();
  });

  it('keeps the input when refused, and shows why', async () => {
    const refusal = new MappingError('cityworks:refused', 'Cityworks: The problem does not exist');
    const create = vi.fn<WorkClient['create']>().mockRejectedValue(refusal);
    const { screen, person, host } = await open({ create }, { note: { text: 'Place: 51, 71' } });
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    await person.click(await screen.findByRole('option', { name: 'Hole in the road' }));
    await person.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Cityworks: The problem does not exist')).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Details' })).toHaveProperty('value', 'Place: 51, 71');
    expect(host.noted).not.toHaveBeenCalled();
  });

  it('reports a failure to load the problem list, and requires one', async () => {
    const problems = vi
      .fn<WorkClient['problems']>()
      .mockRejectedValue(new MappingError('cityworks:not-allowed', 'Cityworks does not allow this.'));
    const { screen, person } = await open({ problems });
    await person.click(await screen.findByRole('button', { name: 'New request here' }));
    expect(await screen.findByText(/The Cityworks account doesn’t have permission to do this/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send request' })).toHaveProperty('disabled', true);
    problems.mockResolvedValue([{ id: '7', title: 'Hole in the road' }]);
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await person.click(await screen.findByRole('combobox', { name: /Problem/ }));
    expect(await screen.findByRole('option', { name: 'Hole in the road' })).toBeDefined();
  });
});
