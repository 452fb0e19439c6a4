import { PbfWriter } from 'pbf';
import { type TileCutter, tileExtent } from './tile-cutter.ts';

export type TileProperties = Readonly<Record<string, string | number>>;

/** Commands of geometries. */
const [moveTo, lineTo, closePath] = [1, 2, 7];

function command(code: number, count: number): number {
  return (count << 3) + code;
}

/** A layer of a vector tile (MVT 2), written feature by feature: the bytes that `fromGeojsonVt` writes. */
export class TileLayer {
  /** Number of features. */
  length = 0;
  readonly #pbf = new PbfWriter();
  readonly #keys = new Map<string, number>();
  readonly #values = new Map<string | number, number>();

  constructor(name: string) {
    this.#pbf.writeVarintField(15, 2);
    this.#pbf.writeStringField(1, name);
    this.#pbf.writeVarintField(5, tileExtent);
  }

  /** @param cut what remains of its geometry */
  add(id: number, properties: TileProperties, cut: TileCutter): void {
    this.length += 1;
    this.#pbf.writeMessage(2, this.#writeFeature, { id, properties, cut });
  }

  finish(): Uint8Array {
    for (const key of this.#keys.keys()) this.#pbf.writeStringField(3, key);
    for (const value of this.#values.keys()) this.#pbf.writeMessage(4, writeValue, value);
    return this.#pbf.finish();
  }

  readonly #writeFeature = (
    { id, properties, cut }: { id: number; properties: TileProperties; cut: TileCutter },
    pbf: PbfWriter,
  ): void => {
    pbf.writeVarintField(1, id);
    pbf.writeMessage(2, this.#writeProperties, properties);
    pbf.writeVarintField(3, cut.type);
    pbf.writeMessage(4, writeGeometry, cut);
  };

  readonly #writeProperties = (properties: TileProperties, pbf: PbfWriter): void => {
    for (const [key, value] of Object.entries(properties)) {
      pbf.writeVarint(placeOf(this.#keys, key));
      pbf.writeVarint(placeOf(this.#values, value));
    }
  };
}

/** The number of a text or value in the layer's list of them. */
function placeOf<Value>(list: Map<Value, number>, value: Value): number {
  const known = list.get(value);
  if (known !== undefined) return known;
  list.set(value, list.size);
  return list.size - 1;
}

function writeValue(value: string | number, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  // Larger numbers may have more than 64 bits.
  else if (!Number.isSafeInteger(value)) pbf.writeDoubleField(3, value);
  else if (value < 0) pbf.writeSVarintField(6, value);
  else pbf.writeVarintField(5, value);
}

function writeGeometry({ type, positions, counts, partCount }: TileCutter, pbf: PbfWriter): void {
  let [x, y, at] = [0, 0, 0];
  for (let part = 0; part < partCount; part += 1) {
    const count = counts[part] as number;
    const end = at + 2 * count;
    // A ring is closed by a command.
    const isClosed =
      type === 3 &&
      count > 1 &&
      positions[at] === positions[end - 2] &&
      positions[at + 1] === positions[end - 1];
    const written = isClosed ? count - 1 : count;
    pbf.writeVarint(command(moveTo, type === 1 ? count : 1));
    for (let vertex = 0; vertex < written; vertex += 1, at += 2) {
      if (vertex === 1 && type !== 1) pbf.writeVarint(command(lineTo, written - 1));
      pbf.writeSVarint((positions[at] as number) - x);
      pbf.writeSVarint((positions[at + 1] as number) - y);
      x = positions[at] as number;
      y = positions[at + 1] as number;
    }
    at = end;
    if (type === 3) pbf.writeVarint(command(closePath, 1));
  }
}
