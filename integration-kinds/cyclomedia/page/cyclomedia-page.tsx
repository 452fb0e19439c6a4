import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection, HostContext, HostView } from '../../../web/integrations/client/client.ts';
import { connectPage } from '../../../web/integrations/page/connect-page.ts';
import { within } from '../../../web/integrations/page/load-script.ts';
import { coverageGraphics } from '../../../web/integrations/photos/coverage.ts';
import type { Area } from '../../../web/integrations/photos/photo.ts';
import { streetSmart } from './street-smart.ts';

/** Milliseconds in which the viewer must have started and moved, or reported why not. */
const wholeMilliseconds = 14_000;

/**
 * Cyclomedia's Street Smart in its own page, isolated from the rest of the application.
 *
 * @param wkid the spatial reference of requested locations
 */
export function CyclomediaPage({ wkid }: { wkid: number | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const viewer = streetSmart(element, () => host);
    let oauth = false;
    let view: HostView | undefined;
    let account: HostContext['credentials'] | undefined;
    const showCoverage = async () => {
      const requestedView = view;
      if (!requestedView || !account) return;
      const graphics = await recordingGraphics(requestedView, account);
      if (requestedView === view) host.graphics(graphics);
    };
    const know = ({ credentials }: HostContext) => {
      account = credentials;
      void showCoverage();
    };
    const host: HostConnection = connectPage(
      {
        prepare: know,
        open(location, context) {
          know(context);
          const config = typeConfig('cyclomedia', context.config);
          oauth = config.login === 'oauth';
          void viewer.load(config, context);
          return within(viewer.goTo(location), wholeMilliseconds);
        },
        move: (location) => within(viewer.goTo(location), wholeMilliseconds),
        view(next) {
          view = next;
          void showCoverage();
        },
      },
      { wants: ['credentials', 'view'], ...(wkid !== undefined && { wkid }) },
    );
    return () => viewer.end(oauth);
  }, [wkid]);
  return <Box ref={place} dir="ltr" sx={{ position: 'fixed', inset: 0 }} />;
}

/** Cyclomedia's service of recordings (Atlas WFS 1.1.0); it requires the account, not the key. */
const address = 'https://atlasapi.cyclomedia.com/api/recording/wfs';

/** Recordings are five metres apart: when zoomed out there are too many for one response. */
const minZoom = 16;
const maxRecordings = 400;
const timeoutMilliseconds = 15_000;

interface Account {
  username?: string | undefined;
  password?: string | undefined;
}

/** The position of a recording; degrees. */
interface Recording {
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
  if (view.zoom < minZoom || !username || !password) return [];
  const found = await recordingsIn(view, { username, password }).catch((): Recording[] => []);
  return coverageGraphics(found.map((recording) => ({ ...recording, caption: '' })));
}

/** The recordings of an area. */
async function recordingsIn(area: Area, { username, password }: Required<Account>): Promise<Recording[]> {
  const credentials = new TextEncoder().encode(`${username ?? ''}:${password ?? ''}`);
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      authorization: `Basic ${btoa(String.fromCharCode(...credentials))}`,
    },
    body: requestBody(area),
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

function requestBody({ west, south, east, north }: Area): string {
  return `<wfs:GetFeature service="WFS" version="1.1.0" resultType="results" outputFormat="text/xml; subtype=gml/3.1.1" maxFeatures="${maxRecordings}" xmlns:wfs="http://www.opengis.net/wfs">
<wfs:Query typeName="atlas:Recording" srsName="EPSG:4326" xmlns:atlas="http://www.cyclomedia.com/atlas">
<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:And>
<ogc:BBOX><gml:Envelope srsName="EPSG:4326" xmlns:gml="http://www.opengis.net/gml"><gml:lowerCorner>${west} ${south}</gml:lowerCorner><gml:upperCorner>${east} ${north}</gml:upperCorner></gml:Envelope></ogc:BBOX>
<ogc:PropertyIsNull><ogc:PropertyName>expiredAt</ogc:PropertyName></ogc:PropertyIsNull>
</ogc:And></ogc:Filter></wfs:Query></wfs:GetFeature>`;
}
