import { useMatch, useSearchParams } from 'react-router';

/**
 * Whether the page is a shared map inside of another page (`/map/sid/{sid}?embed`): the map alone, without header and
 * tools. No other address can be embedded (server/platform/http/framing.ts).
 */
export function useEmbedded(): boolean {
  const [parameters] = useSearchParams();
  const shared = useMatch('/:org/map/sid/:sid');
  return shared !== null && parameters.has('embed');
}
