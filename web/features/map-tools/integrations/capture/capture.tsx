import { lazy, Suspense } from 'react';
import type { Integration } from '../../../../context/integrations.ts';
import { useStore } from '../../../../store.ts';
import { useHub } from '../host/hub.ts';

const CaptureDialog = lazy(async () => ({ default: (await import('./capture-dialog.tsx')).CaptureDialog }));

/** The capture dialog, in the window of its integration; renders nothing while that is not being captured. */
export function Capture({ integration }: { integration: Integration }) {
  const hub = useHub();
  if (useStore(hub.capturing) !== integration.id) return null;
  return (
    <Suspense fallback={null}>
      <CaptureDialog integration={integration} onClose={() => hub.capturing.set('')} />
    </Suspense>
  );
}
