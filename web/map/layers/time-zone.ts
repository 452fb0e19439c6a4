import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';

/** Where the dates of a field are shown, and which time zone SQL means by a date without one. IANA names. */
export interface FieldTime {
  zone: string;
  sqlZone: string;
}

type DatedLayer = Pick<FeatureLayer, 'dateFieldsTimeZone'> & {
  datesInUnknownTimezone?: boolean;
  preferredTimeZone?: string | null;
};

/**
 * The time zones of a layer's dates with a time, by the rules of popups and tables of the SDK: the map's time
 * zone, that of the layer where the map has none, and no conversion where the layer's dates have none.
 *
 * @param mapZone `timeZone` of the view: an IANA name, `system` or `unknown`
 */
export function fieldTime(layer: FeatureLayer, mapZone: string | undefined): FieldTime {
  const { datesInUnknownTimezone, preferredTimeZone, dateFieldsTimeZone } = layer as DatedLayer;
  const stored = dateFieldsTimeZone ?? 'UTC';
  const sqlZone = stored === 'unknown' ? 'UTC' : stored === 'system' ? deviceZone() : stored;
  if (datesInUnknownTimezone || stored === 'unknown') return { zone: 'UTC', sqlZone: 'UTC' };
  if (mapZone === 'unknown') return { zone: preferredTimeZone ?? 'UTC', sqlZone };
  return { zone: mapTimeZone(mapZone), sqlZone };
}

/** The time zone of a map; that of the device where it has none of its own. */
export function mapTimeZone(mapZone: string | undefined): string {
  return !mapZone || mapZone === 'system' || mapZone === 'unknown' ? deviceZone() : mapZone;
}

/** The time zone in which dates of a field are shown; days without a time are those of UTC. */
export function shownTimeZone(layer: FeatureLayer, field: string, mapZone: string | undefined): string {
  return layer.getField(field)?.type === 'date' ? fieldTime(layer, mapZone).zone : 'UTC';
}

/** The time zone of the device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-mm-ddThh:mm:ss` of a time in a time zone. Years before 1 are not supported. */
export function wallTime(time: number, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

/**
 * The time of a date in a time zone, in milliseconds since 1970. A time that clocks skip is the first after it.
 *
 * @param wall `yyyy-mm-dd`, or with a time as of `wallTime`
 */
export function timeOf(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall.includes('T') ? wall : `${wall}T00:00:00`}Z`);
  if (zone === 'UTC') return asUtc;
  const offsetAt = (time: number) => Date.parse(`${wallTime(time, zone)}Z`) - Math.floor(time / 1000) * 1000;
  // The offsets of a day before and a day after: they differ only where clocks change in between.
  const offsets = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)];
  const times = offsets.map((offset) => asUtc - offset);
  const exact = times.filter((time, index) => offsetAt(time) === offsets[index]);
  if (exact.length > 0) return Math.min(...exact);
  return firstAfterGap(Math.min(...times), Math.max(...times), offsetAt);
}

/**
 * A day some days later, or earlier where `days` is negative. A date with a time stays: it has no end other
 * than itself.
 *
 * @param date `yyyy-mm-dd`, or with a time as of `wallTime`
 */
export function shiftDay(date: string, days: number): string {
  if (date.includes('T')) return date;
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The time at which the offset changes. */
function firstAfterGap(before: number, after: number, offsetAt: (time: number) => number): number {
  const offset = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
