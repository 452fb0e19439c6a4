/** A map that forgets the entry unused for longest when it grows over its limit. */
export class LeastRecentlyUsed<Value> {
  private readonly limit: number;
  private readonly entries = new Map<string, Value>();

  constructor(limit: number) {
    this.limit = limit;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) return;
      this.entries.delete(oldest);
    }
  }
}
