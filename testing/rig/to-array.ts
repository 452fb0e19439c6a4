/** Everything an async iterable has, in order. */
export async function toArray<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const array: Value[] = [];
  for await (const value of values) array.push(value);
  return array;
}
