import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createPerson } from './person.ts';
import { createQueryClient } from '../../web/app/query-client.ts';
import { ApplicationTheme } from '../../web/app/application-theme.tsx';
import { ApplicationContext, type ApplicationContextValue } from '../../web/context/application-context.ts';

export interface RenderOptions {
  context?: ApplicationContextValue;
  /** Address the component is rendered at. */
  at?: string;
  /** Path of the route, when the component reads its parameters. */
  path?: string;
}

/**
 * Renders a component like the application: theme, queries, router and, when given, the application context.
 */
export function show(piece: ReactNode, { context, at = '/demo', path = '*' }: RenderOptions = {}) {
  const element = context ? <ApplicationContext value={context}>{piece}</ApplicationContext> : piece;
  const router = createMemoryRouter([{ path, element }], { initialEntries: [at] });
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <ApplicationTheme primary="#78A942">
        <RouterProvider router={router} />
      </ApplicationTheme>
    </QueryClientProvider>,
  );
  return { ...view, router, person: createPerson(), screen };
}
