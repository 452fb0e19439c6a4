import type { HostView } from '../client/client.ts';
import { coverageGraphics } from '../photos/coverage.ts';
import type { Area } from '../photos/photo.ts';

/** Cyclomedia's service of recordings (Atlas WFS 1.1.0); it requires the account, not the key. */
const address = 'https://atlasapi.cyclomedia.com/api/recording/wfs';

/** Recordings are five metres apart: when zoomed out there are too many for one response. */
const leastZoom = 16;
const mostRecordings = 400;
const timeoutMilliseconds = 15_000;

interface Account {
  username?: string | undefined;
  password?: string | undefined;
}

/** The position of a recording; degrees. */
export interface Recording {
  id: string;
  lat: number;
  lng: number;
}

/**
 * Points for the map where there are recordings. None when zoomed out too far for the service, and none without the
 * account's password: individual sign-ins grant access to the viewer, but not to this service.
 */
export async function recordingGraphics(view: HostView, account: Account): Promise<unknown[]> {
  const { username, password } = account;
  if (view.zoom < leastZoom || !username || !password) return [];
  const found = await recordingsIn(view, { username, password }).catch((): Recording[] => []);
  return coverageGraphics(found.map((recording) => ({ ...recording, caption: '' })));
}

/** The recordings of an area. */
export async function recordingsIn(
  area: Area,
  { username, password }: Required<Account>,
): Promise<Recording[]> {
  const credentials = new TextEncoder().encode(`${username ?? ''}:${password ?? ''}`);
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      authorization: `Basic ${btoa(String.fromCharCode(...credentials))}`,
    },
    body: question(area),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  if (!response.ok) throw new Error(`Cyclomedia answered ${response.status}.`);
  return readRecordings(await response.text(), area);
}

/** Reads positions from the response, in the axis order that puts them inside the requested area. */
export function readRecordings(text: string, area: Area): Recording[] {
  const answer = new DOMParser().parseFromString(text, 'application/xml');
  const elements = [...answer.getElementsByTagNameNS('*', 'Recording')];
  return elements.flatMap((element) => {
    const id = element.getElementsByTagNameNS('*', 'imageId')[0]?.textContent?.trim() ?? '';
    const position = element.getElementsByTagNameNS('*', 'pos')[0]?.textContent ?? '';
    const [a = Number.NaN, b = Number.NaN] = position.trim().split(/\s+/).map(Number);
    const place = [
      { lng: a, lat: b },
      { lng: b, lat: a },
    ].find((one) => contains(area, one));
    return id && place ? [{ id, ...place }] : [];
  });
}

function contains({ west, south, east, north }: Area, { lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

function question({ west, south, east, north }: Area): string {
  return `<wfs:GetFeature service="WFS" version="1.1.0" resultType="results" outputFormat="text/xml; subtype=gml/3.1.1" maxFeatures="${mostRecordings}" xmlns:wfs="http://www.opengis.net/wfs">
<wfs:Query typeName="atlas:Recording" srsName="EPSG:4326" xmlns:atlas="http://www.cyclomedia.com/atlas">
<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:And>
<ogc:BBOX><gml:Envelope srsName="EPSG:4326" xmlns:gml="http://www.opengis.net/gml"><gml:lowerCorner>${west} ${south}</gml:lowerCorner><gml:upperCorner>${east} ${north}</gml:upperCorner></gml:Envelope></ogc:BBOX>
<ogc:PropertyIsNull><ogc:PropertyName>expiredAt</ogc:PropertyName></ogc:PropertyIsNull>
</ogc:And></ogc:Filter></wfs:Query></wfs:GetFeature>`;
}
