import { useState } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';
import { useOpenMap } from '../../context/open-map.ts';
import { readLeft, useMapWork, useWorkState } from '../../map/document/map-work.ts';
import { type MapVersion, readVersion } from '../../portal/map-versions.ts';
import type { PortalItem } from '../../portal/portal-types.ts';
import { addWebMap } from '../../portal/save-item.ts';
import { useFormats } from '../languages/index.ts';

/** The two ways back to a version: shown in place until it is saved, or kept as a map of its own. */
export function useRestore(item: PortalItem, version: MapVersion) {
  const { connection, user } = useApplicationContext();
  const { reopen } = useOpenMap();
  const work = useMapWork();
  const { dirty } = useWorkState(work);
  const [asking, setAsking] = useState(false);
  const { date } = useFormats();
  const [busy, setBusy] = useState<'here' | 'copy'>();
  const [error, setError] = useState<unknown>();
  const [copy, setCopy] = useState('');
  const [shown, setShown] = useState(false);
  const attempt = async (kind: 'here' | 'copy', action: (document: object) => Promise<void> | void) => {
    setBusy(kind);
    setError(undefined);
    try {
      await action(await readVersion(connection, item.id, version.id));
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    error,
    /** Id of the copy that was made. */
    copy,
    shown,
    /** Whether the person is being asked about unsaved changes. */
    asking,
    stopAsking: () => setAsking(false),
    /** Shows the version in place; where there are unsaved changes, the person is asked first. */
    async here({ asked = false } = {}) {
      if (dirty && !asked) return setAsking(true);
      setAsking(false);
      await attempt('here', async (document) => {
        reopen({ document }, work && (await readLeft(work)));
        setShown(true);
      });
    },
    asCopy: () =>
      attempt('copy', async (document) => {
        const title = `${item.title} (${date(version.at)})`;
        const fields = { title, snippet: item.snippet ?? '', tags: item.tags ?? [], document };
        setCopy(await addWebMap(connection, user?.username ?? '', '', fields));
      }),
  };
}
