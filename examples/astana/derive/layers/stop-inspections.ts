import type { Position } from '../geometry/types.ts';
import type { Layer, LayerFeature } from './layer-file.ts';
import { transitStops } from './transit-stops.ts';

/** The first and the last day of the invented inspections. */
const first = Date.UTC(2025, 3, 1);
const last = Date.UTC(2025, 8, 30);
const day = 86_400_000;

/** Findings of inspectors, with their percentage. */
const findings: [until: number, condition: string, finding: string | undefined][] = [
  [62, 'Good', undefined],
  [74, 'Worn', 'Timetable has faded'],
  [84, 'Worn', 'Kerb is uneven'],
  [92, 'Damaged', 'Bench is broken'],
  [100, 'Damaged', 'Glass of the shelter is broken'],
];

/**
 * An invented layer with time: every bus stop is inspected once, on a working day from April to September 2025, from the
 * west of the city to the east. The same extract gives the same days and findings.
 */
export const stopInspections: Layer = {
  key: 'stop-inspections',
  title: 'Bus stop inspections (fictional)',
  features: (elements) => {
    const stops = transitStops
      .features(elements)
      .filter(({ properties }) => properties.kind === 'Bus stop')
      .toSorted((a, b) => longitude(a) - longitude(b));
    const days = workingDays();
    return stops.map((stop, rank) => {
      const [, condition, finding] = findings.find(([until]) => chance(stop.osmId) < until) ?? [];
      const { name, name_en, name_ru, name_kk, kind } = stop.properties;
      const inspected = days[Math.floor((rank * days.length) / stops.length)];
      return {
        ...stop,
        properties: { name, name_en, name_ru, name_kk, kind, inspected, condition, finding },
      };
    });
  },
};

function longitude({ geometry }: LayerFeature): number {
  return (geometry.coordinates as Position)[0];
}

/** Monday to Friday, as `2025-04-01`. */
function workingDays(): string[] {
  const all = Array.from({ length: (last - first) / day + 1 }, (_, index) => new Date(first + index * day));
  return all.filter((date) => date.getUTCDay() % 6 !== 0).map((date) => date.toISOString().slice(0, 10));
}

/** A pseudo-random number from 0 to 99 that is always the same for an id. */
function chance(id: number): number {
  return Number(((BigInt(id) * 2_654_435_761n) % 4_294_967_296n) >> 16n) % 100;
}
