import type { SvgIconComponent } from '@mui/icons-material';
import type { MessageKey } from '../../../i18n/index.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { useCommands } from './commands-context.ts';

/**
 * Adds an open map's commands to the palette. It is mounted in the viewer, renders nothing, and loads when
 * the palette opens. Pages without a map do not have the names of its files.
 */
export function MapCommands({ tools }: { tools: readonly OfferedTool[] }) {
  const { open } = useCommands();
  return open && <LazyBoundary wanted load={loadCommands} props={{ tools }} />;
}

const loadCommands = async () => (await import('./viewer/map-viewer-commands.tsx')).MapViewerCommands;

/** The members of a viewer's tool that the palette uses. */
export interface OfferedTool {
  id: string;
  title?: MessageKey;
  name?: string;
  Icon: SvgIconComponent;
}
