/** A map that evicts the least recently used entries when it exceeds its limit. */
export class LeastRecentlyUsed<Value> {
  private readonly limit: number;
  private readonly weigh: (value: Value) => number;
  private readonly entries = new Map<string, Value>();
  private weight = 0;

  /** @param weigh how much an entry counts towards the limit; 1 when absent */
  constructor(limit: number, weigh: (value: Value) => number = () => 1) {
    this.limit = limit;
    this.weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.forget(key);
    this.entries.set(key, value);
    this.weight += this.weigh(value);
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.limit) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.weight -= this.weigh(value);
  }
}
