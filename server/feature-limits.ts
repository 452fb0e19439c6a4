/** Queries, edits and tiles of feature services, and the geometry service. */
export const featureLimits = {
  /** Services in a list of them; others are found by their items. */
  cataloguedServices: 2000,
  /** Features of a page that a layer may be defined to have. */
  layerRecordCount: 10_000,
  /** Templates of new features that are made of a layer's symbols, and characters of the default values in them. */
  symbolTemplates: 1000,
  symbolTemplateCharacters: 1_000_000,
  /** Characters of the symbols of a generated renderer. */
  rendererSymbolCharacters: 2_000_000,
  /** Features on one page of a query. */
  featurePage: 2000,
  /** Features on one page when the client requests a standard result (lines and polygons). */
  featureStandardPage: 4000,
  /** Features and values on a page of OGC items in HTML, which is written at once. */
  itemsPage: 200,
  itemsPageValues: 20_000,
  /** Features of one tile, and on a standard page of points. */
  featureTile: 8000,
  /** Features of one layer in one vector tile at zooms without thinning. */
  vectorTileFeatures: 20_000,
  /** Features of one layer in a vector tile at lower zooms: drawn whole, and drawn as dots. */
  vectorTileThinned: 8000,
  vectorTileDots: 12_000,
  /** Bytes of the features of all layers in a vector tile. */
  vectorTileBytes: 32_000_000,
  /** Bytes of cached vector tiles of hosted layers, and of those in files, which remain between starts. */
  vectorTilesBytes: 64_000_000,
  storedTilesBytes: 500_000_000,
  /** Pixels of the pictures in a sprite, of the file of one, of all files that they are drawn from, and bytes of cached sprites. */
  spritePixels: 1_000_000,
  spritePicturePixels: 16_000_000,
  spriteSourcePixels: 50_000_000,
  spritesBytes: 16_000_000,
  /** Bytes of cached styles of hosted layers' tiles, gzipped. */
  stylesBytes: 8_000_000,
  /** Seconds for which a query of a feature service may occupy the database. */
  featureQuerySeconds: 30,
  /**
   * Limits of a feature service request on the event loop; beyond them it runs in a thread: characters of a
   * parameter, of all conditions and expressions, rows of a table, bytes of features, features tested one by
   * one, vertices of a query geometry and of an edited one, ids of a response, bytes of one geometry, characters of
   * a response that is shown as a page.
   */
  loopCharacters: 64_000,
  loopCompressedBytes: 16_000,
  loopExpressionCharacters: 4000,
  loopTableRows: 500,
  loopBytes: 800_000,
  loopCandidates: 2000,
  loopQueryVertices: 500,
  loopEditVertices: 1000,
  loopIds: 5000,
  loopShapeBytes: 48_000,
  loopTextBytes: 2_000_000,
  /** Rows from which a page is large, and bytes of another large page while the event loop has one. */
  loopLargePage: 1000,
  loopSharedBytes: 300_000,
  /** Megabytes of memory of a thread for such a request, or for tiles. */
  threadMegabytes: 1024,
  /** Vertices and parts of one geometry: in a query, and stored. */
  queryVertices: 100_000,
  geometryParts: 50_000,
  /** Stored vertices that one query may compare with its geometry; bytes of features in one response. */
  comparedVertices: 20_000_000,
  responseBytes: 64_000_000,
  /** Vertices of a line or multipoint that is compared as a whole, and that number times the features compared with it. */
  topologyVertices: 10_000,
  topologyWork: 1_000_000,
  /** Vertices of a polygon that is cut at the antimeridian. */
  antimeridianVertices: 20_000,
  /** The geometry service: vertices, geometries, buffers and compared pairs of one request. */
  geometryServiceVertices: 20_000,
  geometryServiceGeometries: 2000,
  geometryServiceBuffers: 2000,
  geometryServicePairs: 100_000,
  /** Places of one request where geometries cross themselves, and where they cross each other. */
  geometryServiceCrossings: 5000,
  geometryServiceMeetings: 50_000,
  /** Pairs of segments with an end in common, within geometries and between them. */
  geometryServiceTouches: 1_000_000,
  /** Places where the geometries of `relation` meet each other, and themselves as often as they are compared. */
  geometryServiceRelated: 2_000_000,
  /** The buffers of one request: segments of the curves along the geometries, and places where these cross. */
  geometryServiceCurveSegments: 1_000_000,
  geometryServiceCurveCrossings: 100_000,
  /** Vertices of all pairs of geometries that one request overlays, each as often as it is overlaid. */
  geometryServiceOverlaid: 300_000,
  /** Requests to the geometry service per minute and address. */
  geometryCallsPerMinute: 300,
  /** Geometries in them, of all its operations together: thirty requests of full size. */
  geometriesPerMinute: 60_000,
  /** Features that one request may delete by a condition. */
  deletedFeatures: 1_000_000,
  /** Features that one field calculation may change, and that one request may restore to a point in time. */
  calculatedFeatures: 250_000,
  restoredFeatures: 250_000,
  /** Members of a list of layers in a request: `edits` of a service, `layerServerGens`, `syncLayers`. */
  editedLayers: 500,
} as const;
