import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { type ChangeSearchParams, useNewestSearchParams } from './search-params.ts';

/** Renders a component that hands out its function, beside a page whose code takes until `arrive` is called. */
function start() {
  const rendered: ChangeSearchParams[] = [];
  function Gallery() {
    const [params, change] = useNewestSearchParams();
    rendered.push(change);
    return <p>{params.toString()}</p>;
  }
  const { promise, resolve } = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter(
    [
      { path: '/gallery', element: <Gallery /> },
      { path: '/map', lazy: () => promise },
    ],
    { initialEntries: ['/gallery?lang=en'] },
  );
  render(<RouterProvider router={router} />);
  return { router, rendered, arrive: () => resolve({ Component: () => 'A map' }) };
}

const put =
  (name: string, value: string): Parameters<ChangeSearchParams>[0] =>
  (newest) => {
    newest.set(name, value);
    return newest;
  };

it('computes a change from earlier changes that are not rendered yet', () => {
  const { router, rendered } = start();
  const change = rendered.at(-1)!;
  act(() => {
    change(put('q', 'bus'));
    change(put('sort', 'title'));
  });
  expect(router.state.location.search).toBe('?lang=en&q=bus&sort=title');
  expect(screen.getByText('lang=en&q=bus&sort=title')).toBeDefined();
});

it('does not cancel the opening of another page, nor change its address', async () => {
  const { router, rendered, arrive } = start();
  const change = rendered.at(-1)!;
  act(() => {
    void router.navigate('/map');
    change(put('q', 'bus'), { replace: true });
  });
  expect(router.state.navigation.location?.pathname).toBe('/map');
  act(arrive);
  expect(await screen.findByText('A map')).toBeDefined();
  act(() => change(put('q', 'bus')));
  expect(router.state.location).toMatchObject({ pathname: '/map', search: '' });
});
