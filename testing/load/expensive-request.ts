/** A request as sent. */
export interface ExpensiveRequest {
  method?: string;
  path: string;
  type?: string;
  body?: Buffer;
  headers?: Record<string, string>;
  /** The response does not end: it counts when its first part has arrived, and stays open while the others run. */
  isStream?: true;
}

/** Requests by the kind of load. */
export type Loads = Readonly<Record<string, (who: { token: string; origin: string }) => ExpensiveRequest[]>>;

/** Fields of a form; what is not text is sent as JSON. */
export const form = (path: string, values: Readonly<Record<string, unknown>>): ExpensiveRequest => ({
  method: 'POST',
  path,
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(
    Object.entries({ f: 'json', ...values })
      .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
      .join('&'),
  ),
});
/** A body of JSON. */
export const json = (path: string, body: string, headers: Record<string, string> = {}): ExpensiveRequest => ({
  method: 'POST',
  path,
  type: 'application/json',
  body: Buffer.from(body),
  headers,
});
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
/** Parameters in the address. */
export const get = (path: string, values: Readonly<Record<string, unknown>> = {}): ExpensiveRequest => ({
  path: `${path}?${Object.entries({ f: 'json', ...values })
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
    .join('&')}`,
});
/** A form with a CSV file of a number of bytes. */
export const file = (
  path: string,
  fields: Readonly<Record<string, string>>,
  bytes: number,
  name: string,
): ExpensiveRequest => {
  const parts = Object.entries({ f: 'json', ...fields }).map(
    ([field, value]) => `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const rows = Buffer.alloc(bytes, 'name,lon,lat,n\n');
  return {
    method: 'POST',
    path,
    type: 'multipart/form-data; boundary=x',
    body: Buffer.concat([Buffer.from(parts.join('') + head), rows, Buffer.from('\r\n--x--\r\n')]),
  };
};
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, n) => make(n));

/** The name of the load that has requests of each class at once. */
export const everyClass = 'every class';
