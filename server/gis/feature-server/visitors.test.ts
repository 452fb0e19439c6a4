import { expect, test } from 'vitest';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { ServiceRights } from './context.ts';
import { countVisitorAdds, visitorLimits } from './visitors.ts';

const layer = {
  service: { id: 'service' },
  layerId: 0,
  visitors: { mayAdd: true },
} as unknown as HostedLayer;
const rights = { mayRead: true, mayEdit: false, isOutside: true } as ServiceRights;

/** Counts in memory. */
function countRates() {
  const counts = new Map<string, number>();
  const takeOfDay = async (name: string, max: number) => {
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next > max ? 60 : 0;
  };
  return {
    counts,
    rates: { take: async () => 0, wait: () => 0, takeOfDay, stop: () => {} } satisfies RateCounter,
  };
}

const target = { path: '/addFeatures', layers: [layer], layer };

test('reports that an address is refused do not count for the layer', async () => {
  const { counts, rates } = countRates();
  const send = () => countVisitorAdds(rates, target, rights, '192.0.2.1');
  for (let sent = 0; sent < visitorLimits.perDay; sent++) await send();
  for (let more = 0; more < 10; more++)
    await expect(send()).rejects.toMatchObject({ id: 'services:too-many-reports', retryAfterSeconds: 60 });
  expect(counts.get('reports to service/0')).toBe(visitorLimits.perDay);
});

test('a few busy addresses do not use up a layer for those who report little', async () => {
  const { rates } = countRates();
  const send = (ip: string) => countVisitorAdds(rates, target, rights, ip);
  for (let sent = 0; sent < visitorLimits.layerPerDay; sent++)
    await send(`192.0.2.${sent % Math.ceil(visitorLimits.layerPerDay / visitorLimits.perDay)}`);
  for (let more = 0; more < visitorLimits.newcomerPerDay; more++) await send('198.51.100.1');
  await expect(send('198.51.100.1')).rejects.toMatchObject({ id: 'services:too-many-reports' });
  await send('198.51.100.2');
});
