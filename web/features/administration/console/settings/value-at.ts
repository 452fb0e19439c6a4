type Plain = Readonly<Record<string, unknown>>;

/** The value at a path such as `portal.url`; undefined where there is none. */
export function valueAt(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isPlain(value) ? value[name] : undefined), config);
}

/** The same config with another value at a path. Undefined removes it, together with an object that becomes empty. */
export function withValueAt<Config>(config: Config, path: string, value: unknown): Config {
  return changed(config, path.split('.'), value) as Config;
}

function changed(config: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const before: Plain = isPlain(config) ? config : {};
  const next = changed(before[name], rest, value);
  const { [name]: _old, ...others } = before;
  const empty = next === undefined || (isPlain(next) && rest.length > 0 && Object.keys(next).length === 0);
  return empty ? others : { ...before, [name]: next };
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
