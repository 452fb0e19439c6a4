import { dateKey, type DatePart, type FormatData, type NumberField, type Patterns } from './format-data.ts';

/** Formats of one language that stand in for those of `Intl`; what the product does not use is left out. */
export class OwnNumberFormat {
  readonly #data: FormatData;
  readonly #tag: string;
  readonly #options: Intl.NumberFormatOptions;

  constructor(data: FormatData, tag: string, options: Intl.NumberFormatOptions = {}) {
    this.#data = data;
    this.#tag = tag;
    this.#options = options;
  }

  readonly format = (given: number | bigint): string => {
    const value = Number(given);
    const size = Math.abs(value);
    const isNegative = value < 0 || Object.is(value, -0);
    const { style, unit = '', unitDisplay = 'short', notation, signDisplay, ...digits } = this.#options;
    const { minus, plus } = this.#data;
    const sign = isNegative ? minus : signDisplay === 'always' ? plus : '';
    if (style === 'percent')
      return (
        sign + fill(this.#data.percent, this.#number(size * 100, { maximumFractionDigits: 0, ...digits }))
      );
    if (style === 'unit') {
      const patterns = this.#data.units[`${unit} ${unitDisplay}`] ?? { other: `{0} ${unit}` };
      return this.#counted(patterns, size, digits, sign);
    }
    return sign + (notation === 'compact' ? this.#compact(size) : this.#number(size, digits));
  };

  /** The parts of a plain number, of which components of the SDK read the separators; other numbers are one part. */
  readonly formatToParts = (given: number | bigint): Intl.NumberFormatPart[] => {
    const value = Number(given);
    const { style = 'decimal', unit: _unit, unitDisplay: _display, notation, ...digits } = this.#options;
    if (style !== 'decimal' || notation === 'compact' || digits.signDisplay)
      return [{ type: 'literal', value: this.format(given) }];
    const isNegative = value < 0 || Object.is(value, -0);
    const sign = { type: 'minusSign', value: this.#data.minus } as const;
    return [...(isNegative ? [sign] : []), ...this.#parts(Math.abs(value), digits)];
  };

  resolvedOptions(): Intl.ResolvedNumberFormatOptions {
    return { ...new Intl.NumberFormat('en', this.#options).resolvedOptions(), locale: this.#tag };
  }

  /** Two digits, or all before the decimal separator if there are more, as {@link Intl.NumberFormat} does. */
  #compact(size: number): string {
    const at = (power: number) => {
      const { digits, patterns } = this.#data.compact[Math.min(power, 14) - 3] ?? plainNumbers;
      return { patterns, shown: power < 3 ? size : size / 10 ** (Math.min(power, 14) - digits + 1), digits };
    };
    const power = size < 1 ? 0 : Math.floor(Math.log10(size) + 1e-12);
    const here = at(power);
    const rounded = here.shown < 100 ? Number(here.shown.toPrecision(2)) : Math.round(here.shown);
    const { patterns, shown } =
      power >= 2 && rounded >= 10 ** (power < 3 ? power + 1 : here.digits) ? at(power + 1) : here;
    const exact = shown < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 };
    return this.#counted(patterns, shown, { useGrouping: 'min2', ...exact } as Intl.NumberFormatOptions);
  }

  #counted(patterns: Patterns, value: number, digits: Intl.NumberFormatOptions, sign = ''): string {
    const category = new Intl.PluralRules(this.#tag, digits as Intl.PluralRulesOptions).select(value);
    return fill(patterns[category] ?? patterns['other'] ?? '{0}', sign + this.#number(value, digits));
  }

  #number(value: number, digits: Intl.NumberFormatOptions): string {
    return this.#parts(value, digits)
      .map(({ value: text }) => text)
      .join('');
  }

  #parts(value: number, digits: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
    const { group, decimal, leastGrouped, grouping } = this.#data;
    const useGrouping = leastGrouped > 4 ? 'min2' : true;
    const signs: Readonly<Record<string, string>> = { group, decimal };
    return new Intl.NumberFormat(grouping, { useGrouping, ...digits })
      .formatToParts(value)
      .map(({ type, value: text }) => ({ type, value: signs[type] ?? ownDigits(text, this.#data) }));
  }
}

const plainNumbers = { digits: 1, patterns: { other: '{0}' } };

/** What `Intl` calls the fields of dates. */
const partTypes = {
  year: 'year',
  yy: 'year',
  month: 'month',
  monthName: 'month',
  day: 'day',
  weekday: 'weekday',
  hour: 'hour',
  h12: 'hour',
  minute: 'minute',
  second: 'second',
  dayPeriod: 'dayPeriod',
} as const;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export class OwnDateTimeFormat {
  readonly #data: FormatData;
  readonly #tag: string;
  readonly #options: Intl.DateTimeFormatOptions;
  readonly #values: Intl.DateTimeFormat;

  constructor(data: FormatData, tag: string, options: Intl.DateTimeFormatOptions = {}) {
    this.#data = data;
    this.#tag = tag;
    this.#options = options;
    this.#values = new Intl.DateTimeFormat(`en-u-ca-${data.calendar}`, {
      timeZone: options.timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  readonly format = (moment: Date | number = Date.now()): string =>
    this.formatToParts(moment)
      .map(({ value }) => value)
      .join('');

  readonly formatToParts = (moment: Date | number = Date.now()): Intl.DateTimeFormatPart[] => {
    const parts = this.#data.dates[dateKey(this.#options)];
    if (!parts) return new Intl.DateTimeFormat('en-GB', this.#options).formatToParts(moment);
    const values = Object.fromEntries(
      this.#values
        .formatToParts(moment)
        .map(({ type, value }) => [type, type === 'weekday' ? weekdays.indexOf(value) : Number(value)]),
    ) as Record<NumberField | 'weekday', number>;
    return parts.map((part) => ({
      type: typeof part === 'string' ? 'literal' : partTypes[part[0]],
      value: this.#text(part, values),
    }));
  };

  resolvedOptions(): Intl.ResolvedDateTimeFormatOptions {
    return { ...new Intl.DateTimeFormat('en', this.#options).resolvedOptions(), locale: this.#tag };
  }

  #text(part: DatePart, values: Record<NumberField | 'weekday', number>): string {
    if (typeof part === 'string') return part;
    const [field, form] = part;
    if (field === 'monthName') return form[values.month - 1] ?? '';
    if (field === 'weekday') return form[values.weekday] ?? '';
    if (field === 'dayPeriod') return form[values.hour] ?? '';
    const value =
      field === 'h12'
        ? values.hour % 12 || 12
        : field === 'yy'
          ? values.year % 100
          : values[field as NumberField];
    return ownDigits(String(value).padStart(form as number, '0'), this.#data);
  }
}

export class OwnRelativeTimeFormat {
  readonly #data: FormatData;
  readonly #tag: string;
  readonly #options: Intl.RelativeTimeFormatOptions;

  constructor(data: FormatData, tag: string, options: Intl.RelativeTimeFormatOptions = {}) {
    this.#data = data;
    this.#tag = tag;
    this.#options = options;
  }

  readonly format = (value: number, unit: Intl.RelativeTimeFormatUnit): string => {
    const { exact = {}, past = {}, future = {} } = this.#data.relative[unit.replace(/s$/, '')] ?? {};
    const word = this.#options.numeric === 'auto' ? exact[String(value === 0 ? 0 : value)] : undefined;
    if (word !== undefined) return word;
    const patterns = value < 0 || Object.is(value, -0) ? past : future;
    const count = Math.abs(value);
    const pattern = patterns[new Intl.PluralRules(this.#tag).select(count)] ?? patterns['other'] ?? '{0}';
    return fill(pattern, new OwnNumberFormat(this.#data, this.#tag).format(count));
  };
}

export class OwnListFormat {
  readonly #list: FormatData['list'];

  constructor(data: FormatData) {
    this.#list = data.list;
  }

  readonly format = (given: Iterable<string>): string => {
    const items = [...given];
    const { pair, start, middle, end } = this.#list;
    return items
      .map((item, at) => {
        if (at === 0) return item;
        if (items.length === 2) return pair + item;
        if (at === items.length - 1) return end + item;
        return (at === 1 ? start : middle) + item;
      })
      .join('');
  };
}

function fill(pattern: string, text: string): string {
  return pattern.replace('{0}', () => text);
}

function ownDigits(text: string, { digits }: FormatData): string {
  return text.replace(/\d/g, (digit) => digits.charAt(Number(digit)));
}
