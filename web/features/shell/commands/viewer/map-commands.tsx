import { LazyBoundary } from '../commands-provider.tsx';
import { useCommands } from '../commands-context.ts';
import type { SvgIconComponent } from '@mui/icons-material';
import type { MapState } from '../../../../map/map-state.ts';
import type { MessageKey } from '../../../../i18n/index.ts';

/** Adds an open map's commands to the palette. It is mounted in the viewer, renders nothing, and loads when the palette opens. */
export function MapCommands({ tools }: { tools: readonly OfferedTool[] }) {
  const { open } = useCommands();
  return open && <LazyBoundary wanted load={loadOffers} props={{ tools }} />;
}

const loadOffers = async () => (await import('./map-offers.tsx')).MapOffers;

/** The members of a viewer's tool that the palette uses. */
export interface OfferedTool {
  id: string;
  title: MessageKey;
  Icon: SvgIconComponent;
  offered?: (state: MapState) => boolean;
}
