import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceZone, fieldTime, timeOf, wallTime } from './time-zone.ts';

const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia');
const times = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }).map((seconds) => seconds * 1000);

describe('dates in a time zone', () => {
  it('are the times they name', () => {
    fc.assert(
      fc.property(times, zones, (time, zone) => {
        const wall = wallTime(time, zone);
        expect(wallTime(timeOf(wall, zone), zone)).toBe(wall);
      }),
    );
  });

  it.each([
    ['2024-02-28', 'Europe/Paris', '2024-02-27T23:00:00Z'],
    ['2024-07-01', 'Europe/Paris', '2024-06-30T22:00:00Z'],
    ['2024-02-28T13:30:00', 'Asia/Kolkata', '2024-02-28T08:00:00Z'],
    // The first of the two hours.
    ['2024-10-27T02:30:00', 'Europe/Paris', '2024-10-27T00:30:00Z'],
    // Skipped hours: a time of day, midnight and a whole day.
    ['2024-03-31T02:30:00', 'Europe/Paris', '2024-03-31T01:00:00Z'],
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['0005-01-01', 'UTC', '0005-01-01T00:00:00Z'],
  ])('%s in %s is %s', (wall, zone, time) => {
    expect(new Date(timeOf(wall, zone)).toISOString()).toBe(time.replace('Z', '.000Z'));
  });
});

describe('the time zone of a layer’s dates', () => {
  const layer = (parts: object) => parts as FeatureLayer;
  it.each([
    ['the map’s', {}, 'Asia/Tokyo', { zone: 'Asia/Tokyo', sqlZone: 'UTC' }],
    ['the device’s', {}, 'system', { zone: deviceZone(), sqlZone: 'UTC' }],
    ['none', { datesInUnknownTimezone: true }, 'Asia/Tokyo', { zone: 'UTC', sqlZone: 'UTC' }],
    [
      'the layer’s where the map has none',
      { preferredTimeZone: 'America/Lima', dateFieldsTimeZone: 'America/Bogota' },
      'unknown',
      { zone: 'America/Lima', sqlZone: 'America/Bogota' },
    ],
    [
      'named by SQL as the service stores it',
      { dateFieldsTimeZone: 'America/Lima' },
      'Asia/Tokyo',
      { zone: 'Asia/Tokyo', sqlZone: 'America/Lima' },
    ],
  ])('is %s', (_name, parts, mapZone, expected) => {
    expect(fieldTime(layer(parts), mapZone)).toEqual(expected);
  });
});
