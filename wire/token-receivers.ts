/** A portal, by its REST root. */
interface Portal {
  readonly restUrl: string;
}

/** Whether a URL is on the portal's own host: only there is the portal's token sent without a challenge. */
export function isOwn(address: string, { restUrl }: Portal): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(restUrl).origin;
}

/**
 * Whether a server that requires a sign-in may receive the portal's token: one on the portal's own host, or of ArcGIS
 * Online if the portal is there. A map can name any server; servers federated with the portal get their own token from
 * it (requested by the SDK).
 */
export function mayGetToken(server: string, portal: Portal): boolean {
  return isOwn(server, portal) || [server, portal.restUrl].every(isArcGisOnline);
}

function isArcGisOnline(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port } = new URL(address);
  return protocol === 'https:' && port === '' && hostname.endsWith('.arcgis.com');
}
