import { useLocation, useNavigate } from 'react-router';

/**
 * The slide in the address (`?view=present&slide=2`), from 0, undefined outside of a presentation; and how to
 * change it.
 */
export function useSlide(): [slide: number | undefined, show: (slide: number | undefined) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(search);
  const number = Math.trunc(Number(address.get('slide') ?? 1)) || 1;
  const slide = address.get('view') === 'present' ? Math.max(0, number - 1) : undefined;
  const show = (next: number | undefined) => {
    const parameters = new URLSearchParams(search);
    if (next === undefined) {
      parameters.delete('view');
      parameters.delete('slide');
    } else {
      parameters.set('view', 'present');
      parameters.set('slide', String(next + 1));
    }
    // The map writes its place into the address without the router.
    void navigate(
      { search: parameters.toString(), hash: window.location.hash },
      { replace: slide !== undefined && next !== undefined },
    );
  };
  return [slide, show];
}
