import { WkbReader } from '../../../geometry/wkb.ts';
import { type SourceGeometry, uploadLimits } from '../../upload-source.ts';

const names = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

/**
 * Well-known binary of any program: either byte order, z and m in ISO's or PostGIS' way; measures are
 * dropped.
 * @throws RangeError for invalid bytes
 */
export function readWkb(bytes: Uint8Array, offset = 0): SourceGeometry | null {
  return new Reader(bytes, offset).geometry(0);
}

class Reader {
  readonly #wkb: WkbReader;
  #vertices = 0;

  constructor(bytes: Uint8Array, offset: number) {
    this.#wkb = new WkbReader(bytes, offset);
  }

  geometry(depth: number): SourceGeometry | null {
    if (depth > 16) throw new RangeError('nested too deep');
    const { type, hasZ, hasM } = this.#wkb.header();
    const name = names[type];
    if (!name) throw new RangeError(`geometry of type ${type}`);
    if (type === 7)
      return {
        type: name,
        geometries: this.#list(() => this.geometry(depth + 1)).filter((member) => member !== null),
      };
    const coordinates = this.#coordinates(type, hasZ, hasM, depth);
    return coordinates === null ? null : { type: name, coordinates };
  }

  #coordinates(type: number, hasZ: boolean, hasM: boolean, depth: number): unknown[] | null {
    const position = () => this.#position(hasZ, hasM);
    if (type === 1) {
      const point = position();
      // An empty point is written as two NaN.
      return Number.isNaN(point[0]) && Number.isNaN(point[1]) ? null : point;
    }
    if (type === 2) return this.#list(position);
    if (type === 3) return this.#list(() => this.#list(position));
    return this.#list(() => this.geometry(depth + 1)?.coordinates);
  }

  #position(hasZ: boolean, hasM: boolean): number[] {
    this.#vertices += 1;
    if (this.#vertices > uploadLimits.vertices) throw new RangeError('too many vertices');
    const position = [this.#wkb.number(), this.#wkb.number()];
    if (hasZ) position.push(this.#wkb.number());
    if (hasM) this.#wkb.number();
    return position;
  }

  #list<Member>(read: () => Member): Member[] {
    const count = this.#wkb.count();
    // Every member takes bytes, so a false count ends at the end of them.
    if (count > this.#wkb.view.byteLength) throw new RangeError('ends too early');
    const members: Member[] = [];
    for (let index = 0; index < count; index += 1) members.push(read());
    return members;
  }
}
