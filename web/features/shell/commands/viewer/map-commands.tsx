import { LazyBoundary } from '../lazy-boundary.tsx';
import { useCommands } from '../commands-context.ts';
import type { SvgIconComponent } from '@mui/icons-material';
import type { MapState } from '../../../../map/map-state.ts';
import type { MessageKey } from '../../../../i18n/index.ts';

/** Gives the palette what an open map adds to it. Stands inside of the viewer, is not seen, and loads when the palette opens. */
export function MapCommands({ tools }: { tools: readonly OfferedTool[] }) {
  const { open } = useCommands();
  return open && <LazyBoundary wanted load={loadOffers} props={{ tools }} />;
}

const loadOffers = async () => (await import('./map-offers.tsx')).MapOffers;

/** A tool of the viewer, as far as the palette knows it. */
export interface OfferedTool {
  id: string;
  title: MessageKey;
  Icon: SvgIconComponent;
  offered?: (state: MapState) => boolean;
}
