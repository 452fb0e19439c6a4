import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MappingError } from '../../wire/errors.ts';
import { type Appearance, type MapModel, MapModelContext } from './map-model.ts';
import type { MapSource } from './map-source.ts';
import type { OpenMap } from './sdk/open-map.ts';
import { prepareSdk } from './sdk-settings.ts';

export interface MapCanvasProps {
  /** The map to open; undefined while it is being loaded. A new object opens a new map. */
  source: MapSource | undefined;
  appearance: Appearance;
  /** Name of the map for screen readers. */
  label: string;
  /** Called when the SDK itself cannot be loaded. */
  onFailure: (error: MappingError) => void;
  /** Content around the map, which accesses it with `useMapModel()`. */
  children: (canvas: ReactNode) => ReactNode;
}

/**
 * The map's element and the owner of its lifecycle: loads the SDK in parallel, opens the map when the source is known,
 * and destroys everything when the viewer is left.
 */
export function MapCanvas({ source, appearance, label, onFailure, children }: MapCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const [model, setModel] = useState<MapModel>();
  const latest = useRef({ appearance, onFailure });
  useEffect(() => {
    latest.current = { appearance, onFailure };
  });
  useEffect(() => {
    void loadSdk().catch(() => {});
  }, []);
  useEffect(() => {
    if (!source) return undefined;
    let opened: MapModel | undefined;
    let left = false;
    // The SDK leaves traces in its container, so each map gets a new one.
    const container = document.createElement('div');
    container.style.cssText = 'position:absolute;inset:0';
    host.current?.append(container);
    const open = async () => {
      try {
        const { openMap } = await loadSdk();
        if (left) return;
        opened = openMap(container, source, latest.current.appearance);
        setModel(opened);
      } catch (cause) {
        latest.current.onFailure(
          new MappingError('map:not-loaded', 'The map could not be loaded', { status: 0, cause }),
        );
      }
    };
    void open();
    return () => {
      left = true;
      setModel(undefined);
      opened?.destroy();
      container.remove();
    };
  }, [source]);
  useEffect(() => model?.setAppearance(appearance), [model, appearance]);
  // The view has the focus and the role within its container, so it gets the label too.
  useEffect(() => model?.withInternals(({ view }) => void (view.aria = { label })), [model, label]);
  return (
    <MapModelContext value={model}>
      {children(<div ref={host} style={{ position: 'absolute', inset: 0 }} />)}
    </MapModelContext>
  );
}

async function loadGuarded() {
  const [{ openMap }, { guardTextAsCode }] = await Promise.all([
    import('./sdk/open-map.ts'),
    import('./trusted-types.ts'),
  ]);
  guardTextAsCode(window);
  return { openMap };
}

/** Loads the map SDK, once. Pages without a map do not pay for it. */
function loadSdk(): Promise<{ openMap: OpenMap }> {
  prepareSdk();
  return loadGuarded();
}
