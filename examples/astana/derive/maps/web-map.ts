import { layerId, operationalLayer, type LayerDraft } from './operational-layer.ts';

/** West, south, east, north in degrees. */
export type Box = [number, number, number, number];

export interface MapDraft {
  /** File name without `.json`, and the key of the item. */
  key: string;
  basemap: 'light' | 'dark';
  /** The initial extent of the map. */
  view: Box;
  layers: LayerDraft[];
  bookmarks?: [name: string, view: Box][];
  searchHint?: string;
  /** The time the layers cover, and the time slider's step; days as `2025-04-01`. */
  time?: { from: string; to: string; step: 'Days' | 'Weeks' | 'Months' };
}

const spatialReference = { wkid: 102100, latestWkid: 3857 };

/** A web map document (web map specification 2.34) with the placeholders described in `examples/astana/README.md`. */
export function webMap({
  key,
  basemap,
  view,
  layers,
  bookmarks = [],
  searchHint,
  time,
}: MapDraft): Record<string, unknown> {
  const searched = layers.filter((draft) => draft.search);
  return {
    version: '2.34',
    authoringApp: 'Mapping',
    authoringAppVersion: '1.0',
    operationalLayers: layers.map(operationalLayer),
    baseMap: baseMap(basemap),
    spatialReference,
    initialState: { viewpoint: { rotation: 0, targetGeometry: extent(view) } },
    bookmarks: bookmarks.map(([name, box], index) => ({
      id: `${key}-${index + 1}`,
      name,
      extent: extent(box),
      viewpoint: { rotation: 0, targetGeometry: extent(box) },
    })),
    ...(time && { widgets: { timeSlider: timeSlider(time) } }),
    ...(searched.length > 0 && {
      applicationProperties: {
        viewing: {
          search: {
            enabled: true,
            disablePlaceFinder: false,
            hintText: searchHint ?? 'Find by name',
            layers: searched.map((draft) => ({
              id: layerId(draft),
              field: { name: draft.search, exactMatch: false, type: 'esriFieldTypeString' },
            })),
          },
        },
      },
    }),
  };
}

/** By style only, without an item: the map draws it sooner, and the style has the attribution. */
function baseMap(scheme: 'light' | 'dark') {
  const layer = {
    id: `basemap-${scheme}`,
    title: scheme === 'light' ? 'Light' : 'Dark',
    layerType: 'VectorTileLayer',
    styleUrl: `{{server}}/rest/services/basemap-${scheme}/VectorTileServer/resources/styles/root.json`,
    visibility: true,
    opacity: 1,
  };
  return { title: layer.title, baseMapLayers: [layer] };
}

/** A window of four steps that walks through the time, a step a second. */
function timeSlider({ from, to, step }: NonNullable<MapDraft['time']>) {
  const startTime = Date.parse(from);
  const length = { Days: 1, Weeks: 7, Months: 30 }[step] * 86_400_000;
  return {
    properties: {
      startTime,
      endTime: Date.parse(to),
      currentTimeExtent: [startTime, startTime + 4 * length],
      loop: true,
      thumbCount: 2,
      thumbMovingRate: 1000,
      timeStopInterval: { interval: 1, units: `esriTimeUnits${step}` },
    },
  };
}

function extent([west, south, east, north]: Box) {
  const radius = 6_378_137;
  const x = (lng: number) => Math.round(((lng * Math.PI) / 180) * radius * 100) / 100;
  const y = (lat: number) => Math.round(Math.asinh(Math.tan((lat * Math.PI) / 180)) * radius * 100) / 100;
  return { xmin: x(west), ymin: y(south), xmax: x(east), ymax: y(north), spatialReference };
}
