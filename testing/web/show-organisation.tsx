import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createPerson } from './person.ts';
import { ApplicationProvider } from '../../web/app/application-provider.tsx';
import { ApplicationTheme } from '../../web/app/application-theme.tsx';
import { createQueryClient } from '../../web/app/query-client.ts';
import {
  type ApplicationContextValue,
  useApplicationContext,
} from '../../web/context/application-context.ts';
import type { PortalConnection } from '../../web/portal/portal-connection.ts';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';

export interface OrganisationOptions {
  connection: PortalConnection;
  config?: AppConfigInput;
  at?: string;
  onNotice?: (text: string) => void;
}

/** Renders a component inside the real application context; `context()` is the current value. */
export function showOrganisation(
  piece: ReactNode,
  { connection, config = {}, at = '/demo', onNotice = () => {} }: OrganisationOptions,
) {
  const seen: ApplicationContextValue[] = [];
  function Reader() {
    seen.push(useApplicationContext());
    return null;
  }
  const element = (
    <ApplicationProvider
      org="demo"
      config={appConfigSchema.parse(config)}
      connection={connection}
      onNotice={onNotice}
    >
      <Reader />
      {piece}
    </ApplicationProvider>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <ApplicationTheme primary="#78A942">
        <RouterProvider router={router} />
      </ApplicationTheme>
    </QueryClientProvider>,
  );
  return {
    ...view,
    router,
    person: createPerson(),
    context(): ApplicationContextValue {
      const latest = seen.at(-1);
      if (!latest) throw new Error('Nothing has been shown yet.');
      return latest;
    },
  };
}
