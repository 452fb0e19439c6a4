import { useMatch, useSearchParams } from 'react-router';

/**
 * Whether the page is a shared map embedded in another page (`/map/sid/{sid}?embed`): only the map, without header and
 * tools. No other URL can be embedded (server/platform/http/framing.ts).
 */
export function useEmbedded(): boolean {
  const [parameters] = useSearchParams();
  const shared = useMatch('/:org/map/sid/:sid');
  return shared !== null && parameters.has('embed');
}
