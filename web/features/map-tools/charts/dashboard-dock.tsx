import { type ComponentType, useEffect, useState } from 'react';
import { useAddressView } from '../../../context/address-view.ts';
import { useAudience } from '../../../context/audience.ts';
import { useMapModel } from '../../../map/map-model.ts';

/** The place of the dashboard: empty, without loading its code, until the address shows it. */
export function DashboardDock() {
  const model = useMapModel();
  const [shown, show] = useAddressView('dashboard');
  const { mayUse } = useAudience();
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }>>();
  const waits = shown && model !== undefined && !Panel;
  useEffect(() => {
    if (!waits) return undefined;
    let left = false;
    const load = async () => {
      const { Dashboard } = await import('./dashboard.tsx');
      if (!left) setPanel(() => Dashboard);
    };
    // Without its code the map stays usable; the button opens it again.
    load().catch(() => {});
    return () => {
      left = true;
    };
  }, [waits]);
  return shown && mayUse('charts') && model && Panel ? <Panel onClose={() => show(false)} /> : null;
}
