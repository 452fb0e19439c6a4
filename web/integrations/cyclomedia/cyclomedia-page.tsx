import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection, HostContext, HostView } from '../client/client.ts';
import { connectPage } from '../page/connect-page.ts';
import { within } from '../page/load-script.ts';
import { recordingGraphics } from './recordings.ts';
import { streetSmart } from './street-smart.ts';

/** Milliseconds in which the viewer must have started or reported why not. */
const wholeMilliseconds = 14_000;

/**
 * Cyclomedia's Street Smart in its own page, isolated from the rest of the application.
 *
 * @param wkid the spatial reference of requested locations
 */
export function CyclomediaPage({ wkid }: { wkid: number | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const viewer = streetSmart(element, () => host);
    let oauth = false;
    let view: HostView | undefined;
    let account: HostContext['credentials'] | undefined;
    const showCoverage = async () => {
      const asked = view;
      if (!asked || !account) return;
      const graphics = await recordingGraphics(asked, account);
      if (asked === view) host.graphics(graphics);
    };
    const know = ({ credentials }: HostContext) => {
      account = credentials;
      void showCoverage();
    };
    const host: HostConnection = connectPage(
      {
        prepare: know,
        async open(location, context) {
          know(context);
          const config = typeConfig('cyclomedia', context.config);
          oauth = config.login === 'oauth';
          const begin = async () => {
            await viewer.load(config, context);
            return viewer.goTo(location);
          };
          return within(begin(), wholeMilliseconds);
        },
        move: (location) => viewer.goTo(location),
        view(next) {
          view = next;
          void showCoverage();
        },
      },
      { wants: ['credentials', 'view'], ...(wkid !== undefined && { wkid }) },
    );
    return () => viewer.end(oauth);
  }, [wkid]);
  return <Box ref={place} dir="ltr" sx={{ position: 'fixed', inset: 0 }} />;
}
