import type { Parameters } from './parameters.ts';

/** Parameters as operations of the portal read them; names match in any letter case. */
export interface ParameterRecord {
  /** The first value of each name. */
  parameters: Readonly<Record<string, string>>;
  /** Every value of each name, in order. */
  all: Readonly<Record<string, readonly string[]>>;
  /** Names with only blank values, which some operations read as “clear this”. */
  blank: ReadonlySet<string>;
}

/** Without values that are still as they came over the line. The records have no prototype, so no name is special. */
export function parameterRecord(read: Parameters): ParameterRecord {
  const parameters: Record<string, string> = Object.create(null);
  const all: Record<string, readonly string[]> = Object.create(null);
  for (const [name, values] of read.raw()) {
    const texts = values.filter((value) => typeof value === 'string');
    const [first] = texts;
    if (first === undefined) continue;
    parameters[name] = first;
    all[name] = texts;
  }
  return { parameters: anyCase(parameters), all: anyCase(all), blank: new NameSet(read.blank()) };
}

function anyCase<Value>(record: Record<string, Value>): Readonly<Record<string, Value>> {
  return new Proxy(record, {
    get: (target, name) => (typeof name === 'string' ? target[name.toLowerCase()] : undefined),
    has: (target, name) => typeof name === 'string' && name.toLowerCase() in target,
  });
}

class NameSet extends Set<string> {
  override has(name: string): boolean {
    return super.has(name.toLowerCase());
  }
}
