import type Query from '@arcgis/core/rest/support/Query.js';
import { describe, expect, it, vi } from 'vitest';
import type { ChartRequest } from './charts.ts';
import { type LineReading, readLine } from './line.ts';

const request: ChartRequest = {
  layerId: 'stops',
  kind: 'line',
  field: 'built',
  statistic: 'count',
  value: undefined,
  bin: 'month',
  inView: false,
};
const limits = [Date.UTC(2024, 0, 20), Date.UTC(2024, 2, 5)] as const;
const query = (where?: string) => ({ where }) as unknown as Query;

function rig(
  supportsDate: boolean,
  part: Partial<ChartRequest> = {},
  type = 'date',
  between: LineReading['limits'] = limits,
  { sqlZone = 'UTC', ...parts }: { sqlZone?: string; historicMoment?: Date } = {},
) {
  const ask = vi.fn<(query: object) => Promise<object>>(async () => ({
    features: [
      { attributes: { bin_start: Date.UTC(2024, 0, 1), amount: 5 } },
      { attributes: { bin_start: Date.UTC(2024, 2, 1), amount: 7 } },
    ],
  }));
  const amount = vi.fn<LineReading['amount']>(async () => 3);
  const layer = {
    objectIdField: 'OBJECTID',
    getField: () => ({ type }),
    capabilities: { queryAttributeBins: { supportsDate } },
    queryAttributeBins: ask,
    ...parts,
  } as unknown as LineReading['layer'];
  const { signal } = new AbortController();
  const read = () =>
    readLine({
      layer,
      request: { ...request, ...part },
      signal,
      query,
      limits: between,
      timeZone: 'UTC',
      sqlZone,
      amount,
    });
  return { read, ask, amount };
}

describe('a line over time', () => {
  it('is binned by the service at once, with zero for steps without features', async () => {
    const { read, ask, amount } = rig(true);
    expect(await read()).toMatchObject({
      bin: 'month',
      timeZone: 'UTC',
      parts: [
        { value: 5, range: [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)] },
        { value: 0 },
        {
          value: 7,
          where:
            "built >= TIMESTAMP '2024-03-01 00:00:00.000' AND built < TIMESTAMP '2024-04-01 00:00:00.000'",
        },
      ],
    });
    expect(ask.mock.lastCall?.[0]).toMatchObject({
      binParameters: { type: 'date', field: 'built', interval: { unit: 'months', value: 1 } },
      outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID' }],
    });
    expect(amount).not.toHaveBeenCalled();
  });

  it('leaves out steps without an average', async () => {
    const { read } = rig(true, { statistic: 'avg', value: 'age' });
    expect(await read()).toMatchObject({ parts: [{ value: 5 }, { value: 7 }] });
  });

  it('is asked step by step where the service has no bins, of the selection, or of a moment', async () => {
    const ofMoment = rig(true, {}, 'date', limits, { historicMoment: new Date() });
    for (const { read, ask, amount } of [rig(false), rig(true, { onlySelected: true }), ofMoment]) {
      expect(await read()).toMatchObject({ parts: [{ value: 3 }, { value: 3 }, { value: 3 }] });
      expect(amount).toHaveBeenCalledTimes(3);
      expect(ask).not.toHaveBeenCalled();
    }
  });

  it('joins years that are too many to be queried, a few at a time', async () => {
    const [least, most] = [Date.parse('0001-03-01'), Date.UTC(2024, 5)];
    const { read, amount } = rig(false, { bin: 'year' }, 'date', [least, most]);
    let [running, mostRunning] = [0, 0];
    amount.mockImplementation(async () => {
      mostRunning = Math.max(mostRunning, ++running);
      await Promise.resolve();
      running--;
      return 3;
    });
    const data = await read();
    const parts = data.kind === 'parts' ? data.parts : [];
    expect(data).not.toHaveProperty('bin');
    expect(amount.mock.calls.length).toBe(parts.length);
    expect(parts.length).toBeLessThanOrEqual(60);
    expect(mostRunning).toBeLessThanOrEqual(6);
    expect(parts[0]?.range?.[0]).toBe(Date.parse('0001-01-01'));
    expect(parts.at(-1)?.range?.[1]).toBe(Date.UTC(2025, 0));
    expect(parts.slice(1).map(({ range }) => range?.[0])).toEqual(
      parts.slice(0, -1).map(({ range }) => range?.[1]),
    );
  });

  it('selects its steps in the time zone of the service', async () => {
    const { read } = rig(false, {}, 'date', limits, { sqlZone: 'Asia/Kolkata' });
    expect(await read()).toMatchObject({
      parts: [
        {
          range: [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)],
          where:
            "built >= TIMESTAMP '2024-01-01 05:30:00.000' AND built < TIMESTAMP '2024-02-01 05:30:00.000'",
        },
        {},
        {},
      ],
    });
  });

  it('has no hours of days', async () => {
    const { read } = rig(true, { bin: 'hour' }, 'date-only');
    expect(await read()).toMatchObject({ bin: 'day' });
  });
});
