import { describe, expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { LiveMaps } from './live-maps.ts';

const map = { organisation: 'town', wid: 'a'.repeat(32) };

/** Processes that receive each other's notifications, which are counted. */
function startProcesses(count: number) {
  const processes: LiveMaps[] = [];
  const sent = { statements: 0, payloads: [] as string[] };
  const notify = async (payloads: readonly string[]) => {
    sent.statements += 1;
    sent.payloads.push(...payloads);
    for (const payload of payloads) for (const each of processes) each.receive(payload);
  };
  let time = 0;
  for (let at = 0; at < count; at += 1)
    processes.push(new LiveMaps({ notify, lifeSeconds: 60, now: () => time }));
  return {
    processes,
    sent,
    /** Until there is nothing to send. */
    async settle() {
      for (let before = -1; before !== sent.statements;) {
        before = sent.statements;
        for (const each of processes) await each.flush();
      }
    },
    later(seconds: number) {
      time += seconds * 1000;
    },
    reset() {
      Object.assign(sent, { statements: 0, payloads: [] });
    },
  };
}

/** Opens a page; `shown` are the people whom it shows. */
function open(process: LiveMaps, id: string, username = id) {
  const shown = new Map<string, unknown>();
  let writes = 0;
  const send = (text: string) => {
    writes += 1;
    for (const [, event, data] of text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)) {
      const { id: page, rectangle } = JSON.parse(data ?? '') as { id: string; rectangle: unknown };
      if (event === 'person') shown.set(page, rectangle);
      if (event === 'left') shown.delete(page);
    }
  };
  const leave = process.watch({ ...map, person: { id, username, name: id, rectangle: null }, send });
  return { shown, who: () => new Set(shown.keys()), writes: () => writes, leave };
}

test.each([
  ['the same process', 0],
  ['another process', 1],
])('a page that connects again to %s stays when its earlier stream ends', async (_where, at) => {
  const { processes, settle } = startProcesses(2);
  const watching = open(processes[0]!, 'grace');
  const early = open(processes[0]!, 'hedy');
  await settle();
  const late = open(processes[at]!, 'hedy');
  await settle();
  early.leave();
  await settle();
  expect(watching.who()).toEqual(new Set(['grace', 'hedy']));
  late.leave();
  await settle();
  expect(watching.who()).toEqual(new Set(['grace']));
});

test('pages of two processes see each other, those of a killed process until its people have expired', async () => {
  const { processes, settle, later } = startProcesses(2);
  const here = open(processes[0]!, 'grace');
  await settle();
  const there = open(processes[1]!, 'hedy');
  await settle();
  for (const { who } of [here, there]) expect(who()).toEqual(new Set(['grace', 'hedy']));
  processes.splice(1, 1);
  later(61);
  await processes[0]!.renew();
  await settle();
  await processes[0]!.renew();
  expect(here.who()).toEqual(new Set(['grace']));
});

describe('a view', () => {
  test('is shown that was sent before the page was announced, to whatever process', async () => {
    const { processes, settle } = startProcesses(2);
    const watching = open(processes[0]!, 'grace');
    await settle();
    open(processes[0]!, 'hedy');
    processes[1]!.move(map, { id: 'hedy', rectangle: [1, 2, 3, 4] });
    // The other process sends first.
    await processes[1]!.flush();
    await settle();
    expect(watching.shown.get('hedy')).toEqual([1, 2, 3, 4]);
  });

  test('does not bring back a page that has left, nor makes one appear', async () => {
    const { processes, settle } = startProcesses(1);
    const watching = open(processes[0]!, 'grace');
    const leaving = open(processes[0]!, 'hedy');
    await settle();
    leaving.leave();
    for (const id of ['hedy', 'nobody']) processes[0]!.move(map, { id, rectangle: null });
    await settle();
    processes[0]!.move(map, { id: 'hedy', rectangle: null });
    await settle();
    expect(watching.who()).toEqual(new Set(['grace']));
  });
});

describe('the cost of many pages', () => {
  const count = 400;

  test('grows with their number: of joins, renewals and leaving in few notifications, each small enough', async () => {
    const { processes, sent, settle, reset } = startProcesses(2);
    const pages = Array.from({ length: count }, (_none, n) =>
      open(processes[n % 2]!, `page-${n}`, 'ü'.repeat(200)),
    );
    await settle();
    const notices = () =>
      sent.payloads.flatMap((payload) => (JSON.parse(payload) as { live: object[] }).live).length;
    // Both processes ask who is there once, and announce their people once more for the other.
    expect(notices()).toBeLessThanOrEqual(2 * count + 2);
    expect(sent.statements).toBeLessThanOrEqual(4);
    expect(Math.max(...sent.payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000);
    expect(pages[0]?.shown.size).toBe(limits.peoplePerMap);

    reset();
    for (const each of processes) await each.renew();
    await settle();
    expect([notices(), sent.statements]).toEqual([count, 2]);

    reset();
    for (const { leave } of pages.slice(2)) leave();
    await settle();
    expect([notices(), sent.statements]).toEqual([count - 2, 2]);
  });

  test('is nothing for pages that come and leave between two notifications, and one write for those that stay', async () => {
    const { processes, sent, settle, reset } = startProcesses(1);
    const watching = open(processes[0]!, 'grace');
    await settle();
    reset();
    const before = watching.writes();
    const staying = ['hedy', 'ida', 'joan'].map((id) => open(processes[0]!, id));
    for (let n = 0; n < 3; n += 1) open(processes[0]!, 'katherine').leave();
    await settle();
    expect(watching.who()).toEqual(new Set(['grace', 'hedy', 'ida', 'joan']));
    expect([sent.statements, watching.writes() - before]).toEqual([1, 1]);
    for (const { who } of staying) expect(who()).toEqual(watching.who());
  });
});

test('visitors take no places of members', async () => {
  const { processes, settle } = startProcesses(2);
  const watching = open(processes[0]!, 'visitor', '');
  for (let n = 0; n < limits.peoplePerMap + 50; n += 1) open(processes[1]!, `visitor-${n}`, '');
  await settle();
  expect(watching.shown.size).toBe(limits.visitorsPerMap);
  for (let n = 0; n < limits.peoplePerMap; n += 1) open(processes[1]!, `member-${n}`, `member-${n}`);
  await settle();
  expect([...watching.who()].filter((id) => id.startsWith('member'))).toHaveLength(limits.peoplePerMap);
});
