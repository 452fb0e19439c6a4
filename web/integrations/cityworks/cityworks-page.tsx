import { useEffect, useRef, useState } from 'react';
import { typeConfig } from '../../../wire/integration-config.ts';
import type { HostConnection, HostLocation } from '../client/client.ts';
import { connectPage } from '../page/connect-page.ts';
import { type WorkClient, workClient } from './work-client.ts';
import { type NoteForRequest, WorkPanel } from './work-panel.tsx';

const wants: 'session'[] = ['session'];

/**
 * Cityworks beside the map: the open work near the chosen place, and a form for a new request.
 *
 * @param api where our server answers for it, such as `/api/demo/integrations/work`
 */
export function CityworksPage({ api }: { api: string }) {
  const host = useRef<HostConnection>(undefined);
  const [client, setClient] = useState<WorkClient>();
  const [signedIn, setSignedIn] = useState(false);
  const [radius, setRadius] = useState(0);
  const [place, setPlace] = useState<HostLocation>();
  const [note, setNote] = useState<NoteForRequest>();
  const [picked, setPicked] = useState<{ key: string }>();
  useEffect(() => {
    host.current = connectPage(
      {
        open(at, { config, credentials }) {
          setRadius(typeConfig('cityworks', config).radius);
          setSignedIn(Boolean(credentials['session']));
          setClient(
            workClient(api, () => ({ token: credentials['session'], portal: credentials['portal'] })),
          );
          setPlace(at);
        },
        move: (at) => setPlace(at),
        note: (text) => setNote({ text }),
        renewed: ({ session }) => setSignedIn(Boolean(session)),
        picked: (key) => setPicked({ key }),
      },
      { wants },
    );
  }, [api]);
  if (!client || !place) return null;
  return (
    <WorkPanel
      client={client}
      place={place}
      radius={radius}
      signedIn={signedIn}
      host={() => host.current}
      note={note}
      picked={picked}
    />
  );
}
