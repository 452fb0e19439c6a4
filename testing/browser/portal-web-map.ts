/** A web map with one layer of a service. */
export function portalWebMap(service: string, url: string, styleUrl: string) {
  return {
    operationalLayers: [
      {
        id: `${service}-layer`,
        layerType: 'ArcGISFeatureLayer',
        title: service,
        url,
        visibility: true,
        opacity: 1,
      },
    ],
    baseMap: {
      title: 'Streets',
      baseMapLayers: [{ id: 'streets', layerType: 'VectorTileLayer', title: 'World Street Map', styleUrl }],
    },
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: 489_806,
          ymin: 6_779_000,
          xmax: 507_617,
          ymax: 6_793_000,
          spatialReference: { wkid: 102100 },
        },
      },
    },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.33',
    authoringApp: 'ArcGISMapViewer',
    authoringAppVersion: '2026.2',
  };
}
