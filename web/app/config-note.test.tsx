import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { show } from '../../testing/web/render.tsx';
import { askBeforeLeaving } from '../context/before-leaving.ts';
import { ConfigNote } from './config-note.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An open page of an organisation whose configuration is at first the one that the page was loaded with. */
async function open() {
  const context = await fakeContext({ config: { title: 'Town' } });
  let served = context.config;
  const requests = fakeFetch({ '/config': () => served });
  const shown = show(<ConfigNote />, { context });
  return { ...shown, context, requests, save: (title: string) => (served = { ...served, title }) };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** The user returns to the tab. */
const comeBack = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

it('an open page offers to reload after its configuration has changed, not when it is shown again', async () => {
  const { context, person, requests, save } = await open();
  save('Harbour');
  await pass(599_000);
  await comeBack();
  expect(requests).toEqual([]);
  await pass(1_000);
  expect((await screen.findByRole('alert')).textContent).toContain('settings have changed');

  const keepWork = vi.spyOn(context.connection.session, 'keepWork');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  await person.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(keepWork).toHaveBeenCalledOnce();
});

it('asks before the input of a tool is lost', async () => {
  const { context, person, save } = await open();
  save('Harbour');
  await pass(600_000);
  const keepWork = vi.spyOn(context.connection.session, 'keepWork');
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { reload });
  const ask = vi.fn<() => Promise<boolean>>(async () => false);
  const stop = askBeforeLeaving('tool', ask);
  await person.click(await screen.findByRole('button', { name: 'Reload' }));
  expect(ask).toHaveBeenCalledOnce();
  expect(keepWork).not.toHaveBeenCalled();
  ask.mockResolvedValueOnce(true);
  await person.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(keepWork).toHaveBeenCalledOnce();
  stop();
});

it('a page that stays open asks for its configuration every ten minutes', async () => {
  const { requests, save } = await open();
  await pass(600_000);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
  save('Harbour');
  await pass(600_000);
  expect(await screen.findByRole('alert')).toBeDefined();
});

it('the offer stays dismissed until the configuration changes once more', async () => {
  const { person, save } = await open();
  save('Harbour');
  await pass(600_000);
  await screen.findByRole('alert');
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await pass(600_000);
  expect(screen.queryByRole('alert')).toBeNull();
  save('Port');
  await pass(600_000);
  expect(await screen.findByRole('alert')).toBeDefined();
});

it('a server that does not respond changes nothing', async () => {
  await open();
  fakeFetch({});
  await pass(600_000);
  expect(screen.queryByRole('alert')).toBeNull();
});
