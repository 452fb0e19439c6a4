import { use, useCallback } from 'react';
import {
  type Location,
  type NavigateOptions,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';

/**
 * @returns a function that returns the location with all changes of the search parameters so far, or
 *   undefined while another page is being opened or drawn. The router's hooks return what was last rendered;
 *   on a busy machine a search or a click on a link may have changed it since.
 */
export function useNewestLocation(): () => Location | undefined {
  const context = use(DataRouterContext);
  const { pathname } = useLocation();
  return useCallback(() => {
    if (!context) throw new Error('There is no data router.');
    const { location, navigation } = context.router.state;
    const newest = navigation.location ?? location;
    return newest.pathname === pathname ? newest : undefined;
  }, [context, pathname]);
}

export type ChangeSearchParams = (
  change: (newest: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * Like `useSearchParams`, except that changes are computed from the newest parameters instead of those last rendered,
 * and have no effect while another page is being opened: they would cancel that navigation.
 */
export function useNewestSearchParams(): [URLSearchParams, ChangeSearchParams] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const newestLocation = useNewestLocation();
  const change = useCallback<ChangeSearchParams>(
    (write, options) => {
      const newest = newestLocation();
      if (newest) void navigate(`?${write(new URLSearchParams(newest.search)).toString()}`, options);
    },
    [navigate, newestLocation],
  );
  return [params, change];
}
