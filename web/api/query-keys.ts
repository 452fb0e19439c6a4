import { queryKey } from '../query-key.ts';

/** Query keys of the application's API, for one organisation. */
export function apiKeys(org: string) {
  const key = (...parts: readonly unknown[]) => queryKey('administration', org, ...parts);
  return {
    /** Everything that its administrators see. */
    administration: key(),
    config: key('config'),
    revisions: key('revisions'),
    audit: (choice?: object) => key('audit', ...(choice ? [choice] : [])),
    usage: (days: number) => key('usage', days),
    credentials: (integration?: string) => key('credentials', ...(integration ? [integration] : [])),
    health: key('health'),
    allSharedMaps: key('shared-maps'),
    allShortAddresses: key('short-addresses'),
    /** The configuration that everyone gets. */
    publicConfig: queryKey('config', org),
    sharedMaps: queryKey('shared-maps', org),
    /** @param who username */
    sharedMapsUsing: (who: string, item: string) => queryKey('shared-maps', org, 'using', who, item),
    /** Comments of maps, and mentions in them. */
    comments: queryKey('map-comments', org, 'texts'),
    /** @param who username; empty for visitors */
    mapComments: (wid: string, who: string) => queryKey('map-comments', org, 'texts', wid, who),
    commentPhoto: (id: string, number: number) => queryKey('map-comments', org, 'photo', id, number),
    mentions: (who: string) => queryKey('map-comments', org, 'texts', 'mentions', who),
    shortAddresses: queryKey('short-addresses', org),
    integrationSetUp: queryKey('integrations', org, 'set-up'),
    /** @param who username; empty for visitors */
    mapChecks: (who: string, maps: readonly string[] | 'attention') =>
      queryKey('api', org, who, 'map-checks', maps),
  };
}

/** Query keys of the Cityworks pane, whose page belongs to one organisation and integration. */
export const cityworksKeys = {
  problems: queryKey('problems'),
  work: (lat: number, lng: number) => queryKey('work', lat, lng),
};
