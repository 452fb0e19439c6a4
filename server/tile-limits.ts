/** Published archives of vector tiles. */
export const tileLimits = {
  /**
   * An archive of tiles: bytes of a tile as stored and unpacked, of an unpacked directory and of the unpacked metadata; entries
   * of a directory and of all, directories, layers of the tiles, and names of fields in all layers; further ones are left out.
   */
  tileStoredBytes: 2_000_000,
  tileBytes: 5_000_000,
  tileDirectoryBytes: 1_000_000,
  tileMetadataBytes: 5_000_000,
  tileDirectoryEntries: 65_536,
  tileEntries: 4_000_000,
  tileDirectories: 20_000,
  tileLayers: 100,
  tileFields: 2000,
  /** Entries of directories of archives that are cached, and bytes of tiles that were enlarged beyond the last zoom level. */
  cachedTileEntries: 1_000_000,
  enlargedTilesBytes: 10_000_000,
  /** Bytes of the descriptions of archives that are cached. */
  cachedTileSetBytes: 16_000_000,
} as const;
