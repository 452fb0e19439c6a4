import { expect, test } from 'vitest';
import { type LiveEvent, LiveMaps } from './live-maps.ts';

const map = { organisation: 'town', wid: 'a'.repeat(32) };

/** Processes that receive each other's notifications at once. */
function startProcesses(count: number): LiveMaps[] {
  const processes: LiveMaps[] = [];
  const notify = (payload: string) => {
    for (const each of processes) each.receive(payload);
  };
  for (let at = 0; at < count; at += 1)
    processes.push(new LiveMaps({ notify, lifeSeconds: 60, maxPeople: 10, now: () => 0 }));
  return processes;
}

/** Opens a page; `shown` are the people whom it shows. */
function open(process: LiveMaps, id: string) {
  const shown = new Set<string>();
  const send = ({ event, data }: LiveEvent) => {
    if (event === 'person') shown.add(data.id);
    if (event === 'left') shown.delete(data.id);
  };
  const leave = process.watch({ ...map, person: { id, username: id, name: id, rectangle: null }, send });
  return { shown, leave };
}

test.each([
  ['the same process', 0],
  ['another process', 1],
])('a page that connects again to %s stays when its earlier stream ends', (_where, at) => {
  const processes = startProcesses(2);
  const watching = open(processes[0]!, 'grace');
  const early = open(processes[0]!, 'hedy');
  const late = open(processes[at]!, 'hedy');
  early.leave();
  expect(watching.shown).toEqual(new Set(['grace', 'hedy']));
  late.leave();
  expect(watching.shown).toEqual(new Set(['grace']));
});
