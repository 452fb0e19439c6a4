import type { TileAddress } from './tiles/tile-address.ts';
import type { ServedTile } from './tiles/read-tile.ts';

/** A vector tile service, whatever its tiles come from: an archive, or a hosted layer. */
export interface ServedService {
  describe(): object;
  /** The style, JSON packed with gzip. */
  style(): Promise<Buffer> | Buffer;
  /** Undefined: nothing is there. */
  tile(address: TileAddress): Promise<ServedTile | undefined>;
  /** The tag of a tile before it is made, where it is known: a client that has it needs no tile. */
  tileTag?(address: TileAddress): string;
  /** One of `sprite.json`, `sprite.png` and their `@2x`. */
  sprite(file: string): Promise<Buffer>;
  /** How long clients may keep tiles and style; the defaults when absent. */
  cacheControl?: string;
}
