import type { TileAddress } from './tiles/tile-address.ts';
import type { ServedTile } from './tiles/read-tile.ts';

/** A vector tile service, whatever the source of its tiles: an archive, or a hosted layer. */
export interface ServedService {
  describe(): object;
  /** The style, JSON packed with gzip. */
  style(): Promise<Buffer> | Buffer;
  /** Undefined: empty. */
  tile(address: TileAddress): Promise<ServedTile | undefined>;
  /** The tag of a tile before it is made, if known: a client that has it needs no tile. */
  tileTag?(address: TileAddress): string;
  /** One of `sprite.json`, `sprite.png` and their `@2x`. */
  sprite(file: string): Promise<Buffer>;
  /** How long clients may cache tiles and style; the defaults when absent. */
  cacheControl?: string;
}
