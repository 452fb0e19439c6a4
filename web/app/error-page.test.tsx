import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MappingError } from '../../wire/errors.ts';
import { ApplicationTheme } from './application-theme.tsx';
import { ErrorPage, RootView } from './error-page.tsx';
import { createQueryClient } from './query-client.ts';

function open(routes: RouteObject[], at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApplicationTheme primary="#78A942">
        <RouterProvider router={router} />
      </ApplicationTheme>
    </QueryClientProvider>,
  );
  return router;
}

function failing(error: unknown): RouteObject[] {
  const Component = () => {
    throw error;
  };
  return [{ path: ':org?/*', ErrorBoundary: ErrorPage, Component }];
}

beforeEach(() => {
  // React and the router report what they caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the error page', () => {
  it.each([
    [new MappingError('map:odd', 'The map is odd'), 'The map is odd'],
    [new MappingError('portal:timeout', 'x'), 'Timeout exceeded'],
    [new Error('The file is empty.'), 'Something went wrong'],
    [new Error(''), 'Something went wrong'],
    ['text', 'Something went wrong'],
    [{}, 'Something went wrong'],
  ])('for %s shows "%s"', async (error, message) => {
    open(failing(error), '/');
    expect(await screen.findByRole('heading', { name: message })).toBeDefined();
  });

  it.each(['/', '/demo/gallery'])('at %s links home to the root', async (at) => {
    open(failing(new Error('It broke')), at);
    expect((await screen.findByRole('link', { name: 'Home' })).getAttribute('href')).toBe('/');
  });

  it('explains what to do about an unexpected error', async () => {
    open(failing(new TypeError('x is not a function')), '/');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrongTry again.');
  });

  it('shows the id of an unexpected server error', async () => {
    open(failing(new MappingError('http:unexpected', 'x', { requestId: 'r-1' })), '/');
    expect((await screen.findByRole('alert')).textContent).toContain('Error ID: r-1');
  });

  it('links back to the organisation where there is one', async () => {
    const Component = () => {
      throw new Error('It broke');
    };
    const loader = () => ({ org: 'demo', config: { title: 'City' } });
    const routes: RouteObject[] = [
      {
        id: 'organisation',
        path: ':org/*',
        loader,
        children: [{ path: '*', Component, ErrorBoundary: ErrorPage }],
      },
    ];
    open(routes, '/demo/gallery');
    expect((await screen.findByRole('link', { name: 'Back to City' })).getAttribute('href')).toBe('/demo');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  });

  it('shows a sad face', async () => {
    open(failing(new Error('It broke')), '/');
    expect(
      (await screen.findByRole('alert')).querySelector('[data-testid=SentimentVeryDissatisfiedIcon]'),
    ).not.toBeNull();
  });

  it('reloads the page to try again', async () => {
    open(failing(new Error('It broke')), '/');
    const button = await screen.findByRole('button', { name: 'Try again' });
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    await userEvent.click(button);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reports a view that cannot be loaded', async () => {
    const lazy = {
      Component: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    };
    open([{ path: '/', ErrorBoundary: ErrorPage, children: [{ index: true, lazy }] }], '/');
    expect(
      await screen.findByRole('heading', { name: /Part of the application couldn’t be loaded/ }),
    ).toBeDefined();
  });
});

describe('the loading bar', () => {
  it('is visible while a lazy view loads', async () => {
    let arrive: (view: () => string) => void = () => {};
    const lazy = { Component: () => new Promise<() => string>((resolve) => (arrive = resolve)) };
    const router = open(
      [
        {
          Component: RootView,
          children: [
            { index: true, Component: () => 'Here' },
            { path: 'there', lazy },
          ],
        },
      ],
      '/',
    );
    expect(await screen.findByText('Here')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    void router.navigate('/there');
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeDefined();
    expect(screen.getByText('Here')).toBeDefined();
    arrive(() => 'There');
    expect(await screen.findByText('There')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });
});
