import type { Answer } from './exchange.ts';

/** Credits of the basemaps around the harbour, which maps must show. */
export const basemapCredits = 'Esri, TomTom, Garmin, FAO';

/** Credits of the aerial imagery there. */
export const imageryCredits = 'Earthstar Geographics';

/** Credits of the basemaps elsewhere. */
export const creditsElsewhere = 'NRCan, Statistics Canada';

const everyZoom = { zoomMin: 0, zoomMax: 23, score: 50 };

/**
 * Credits of the basemaps of ArcGIS Online, which their services do not name: south, west, north and east of the areas of each
 * contributor.
 * https://developers.arcgis.com/documentation/esri-and-data-attribution/
 */
export function contributors(path: string): Answer | undefined {
  if (!path.startsWith('attribution/')) return undefined;
  const here = path.includes('Imagery') ? imageryCredits : basemapCredits;
  return {
    json: {
      contributors: [
        { attribution: here, coverageAreas: [{ ...everyZoom, bbox: [50, 3, 54, 8] }] },
        { attribution: creditsElsewhere, coverageAreas: [{ ...everyZoom, bbox: [45, -140, 80, -50] }] },
      ],
    },
  };
}
