import { LazyBoundary } from '../lazy-boundary.tsx';
import { useCommands } from '../commands-context.ts';
import type { OfferedTool } from './offered-tool.ts';

/** Gives the palette what an open map adds to it. Stands inside of the viewer, is not seen, and loads when the palette opens. */
export function MapCommands({ tools }: { tools: readonly OfferedTool[] }) {
  const { open } = useCommands();
  return open && <LazyBoundary wanted load={loadOffers} props={{ tools }} />;
}

const loadOffers = async () => (await import('./map-offers.tsx')).MapOffers;
