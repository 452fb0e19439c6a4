import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAudience } from '../../../context/audience.ts';
import { useMapModel } from '../../../map/map-model.ts';

const view = 'dashboard';

/** Whether the address shows the dashboard (`?view=dashboard`), and how to change that. The map stays as it is. */
export function useDashboardShown(): [shown: boolean, show: (on: boolean) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const shown = new URLSearchParams(search).get('view') === view;
  const show = (on: boolean) => {
    const parameters = new URLSearchParams(search);
    if (on) parameters.set('view', view);
    else parameters.delete('view');
    // The map writes its place into the address without the router.
    void navigate({ search: parameters.toString(), hash: window.location.hash });
  };
  return [shown, show];
}

/** The place of the dashboard: empty, without loading its code, until the address shows it. */
export function DashboardDock() {
  const model = useMapModel();
  const [shown, show] = useDashboardShown();
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
