import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Other ways to show the open map, as the address names them (`?view=scene`). */
export type AddressView = 'dashboard' | 'scene';

/**
 * Whether the address shows the map that way, and how to change that. The map stays as it is, and the function
 * stays the same.
 */
export function useAddressView(view: AddressView): [shown: boolean, show: (on: boolean) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const show = useCallback(
    (on: boolean) => {
      // A double click comes before the first change is rendered, and must not need two steps back.
      const now = window.location.search;
      const parameters = new URLSearchParams(now);
      if (on) parameters.set('view', view);
      else parameters.delete('view');
      const replace = viewOf(now) === viewOf(parameters);
      // The map writes its place into the address without the router.
      void navigate({ search: parameters.toString(), hash: window.location.hash }, { replace });
    },
    [view, navigate],
  );
  return [viewOf(search) === view, show];
}

const viewOf = (search: string | URLSearchParams) => new URLSearchParams(search).get('view');
