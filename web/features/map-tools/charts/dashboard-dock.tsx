import { useAddressView } from '../../../context/address-view.ts';
import { useAudience } from '../../../context/audience.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

/** The place of the dashboard: empty, without loading its code, until the address shows it. */
export function DashboardDock() {
  const model = useMapModel();
  const [shown, show] = useAddressView('dashboard');
  const { mayUse } = useAudience();
  if (!shown || !model || !mayUse('charts')) return null;
  return <LazyBoundary wanted load={loadDashboard} props={{ onClose: () => show(false) }} />;
}

const loadDashboard = async () => (await import('./dashboard.tsx')).Dashboard;
