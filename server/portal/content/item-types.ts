/**
 * Item types of ArcGIS portals, spelled as clients send them; the last three are ours, for files without an
 * ArcGIS type.
 */
export const itemTypes: readonly string[] = `
  Web Map | Web Scene | CityEngine Web Scene | Pro Map | Pro Presentation | Map Area |
  360 VR Experience | Offline Map Area | Feature Service | Map Service | Image Service |
  Vector Tile Service | Scene Service | WMS | WFS | WMTS | KML | KML Collection | Feature Collection |
  Feature Collection Template | Group Layer | OGCFeatureServer | OGC Feature Server |
  Relational Database Connection | Relational Database Connection Service | Geodata Service |
  Globe Service | Geometry Service | Geocoding Service | Geoprocessing Service |
  Network Analysis Service | Workflow Manager Service | Stream Service | Tiled Imagery Service |
  Oriented Imagery Catalog | Media Layer | GeoRSS | 3DTiles Service | Video Service | Knowledge Graph |
  Big Data Analytic | Real Time Analytic | Feed | Data Store | CSV | CSV Collection | GeoJson |
  GeoPackage | Shapefile | File Geodatabase | SQLite Geodatabase | Microsoft Excel | Microsoft Word |
  Microsoft Powerpoint | PDF | Image | Image Collection | Document Link | Visio Document | CAD Drawing |
  Service Definition | Vector Tile Package | Tile Package | Compact Tile Package | Scene Package |
  Map Package | Layer Package | Mobile Map Package | Mobile Scene Package | Mobile Basemap Package |
  Geoprocessing Package | Locator Package | Project Package | Basemap Package | Deep Learning Package |
  Rule Package | Geoprocessing Sample | Parquet | iWork Keynote | iWork Numbers | iWork Pages |
  3DTiles Package | Apache Parquet | Statistical Data Collection | Raster function template |
  Administrative Report | Report Template | Style | Symbol Set | Color Set | Layer Template | Layer |
  Layout | Map Template | Map Document | Scene Document | Globe Document | Published Map |
  Project Template | Desktop Style | Explorer Map | Explorer Layer | Windows Mobile Package |
  Code Sample | Code Attachment | Web Mapping Application | Web Experience | Web Experience Template |
  Web AppBuilder Widget | AppBuilder Extension | AppBuilder Widget Package | Application |
  Application Configuration | Mobile Application | Desktop Application | Desktop Application Template |
  Operation View | Operations Dashboard Add In | Operations Dashboard Extension | Dashboard | StoryMap |
  StoryMap Theme | Story Map Theme | Form | Survey123 Add In | QuickCapture Project | Insights Workbook |
  Insights Workbook Package | Insights Model | Insights Page | Insights Theme |
  Insights Data Engineering Workbook | Insights Data Engineering Model | Hub Initiative |
  Hub Initiative Template | Hub Site Application | Hub Page | Hub Project | Hub Event |
  Site Application | Site Page | Site Initiative | Solution | Excalibur Imagery Project |
  Ortho Mapping Project | Ortho Mapping Template | Mission | Mission Report | Mission Template |
  Native Application | Native Application Installer | Native Application Template | Urban Model |
  Urban Project | Notebook | Notebook Code Snippets | Notebook Code Snippet Library | ArcPad Package |
  ArcGIS Pro Add In | ArcGIS Pro Configuration | Desktop Add In | Explorer Add In | Workforce Project |
  Workflow Manager Package | Investigation | Data Pipeline | Geoprocessing Toolbox | Pro Report |
  Pro Report Template | Suitability Model | Esri Classification Schema | Esri Classifier Definition |
  Export Package | Content Category Set | Earth configuration | API Key | Web Link |
  Experience Builder Widget | Experience Builder Widget Package | FlatGeobuf | GPX |
  PMTiles
`
  .split('|')
  .map((name) => name.trim());

const byName = new Map(itemTypes.map((type) => [type.toLowerCase(), type]));

/** The type in its original spelling, from any letter case; undefined for an unknown name. */
export function findItemType(name: string): string | undefined {
  return byName.get(name.trim().toLowerCase());
}

const typesInWords = itemTypes.map((type) => ({ type, parts: type.toLowerCase().split(' ') }));

/** Types whose name has words beginning with each given word: `web app` finds `Web Mapping Application`. */
export function looseItemTypes(wanted: readonly string[]): string[] {
  return typesInWords
    .filter(({ parts }) => wanted.every((word) => parts.some((part) => part.startsWith(word))))
    .map(({ type }) => type);
}
