import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HostContext, type HostConnection, type HostView, IntegrationError } from '../client/client.ts';
import { connectPage } from '../page/connect-page.ts';
import { coverageGraphics, coveragePoints, minZoom } from './coverage.ts';
import { apart, type Photo, type PhotoSource, stepAhead, stepsFrom, timesAt } from './photo.ts';
import { PhotoBar } from './photo-bar.tsx';
import { createPhotoViewer, type ViewDirection, type PhotoViewer } from './photo-viewer.ts';
import { TurnControls } from './turn-controls.tsx';
import { type TurnName, useTurnKeys } from './turn-keys.ts';

export interface PhotoPageProps {
  makeSource: (context: HostContext, host: HostConnection) => { source: PhotoSource; neighbours: number };
}

/** Milliseconds between two reports of the view. */
const turnPause = 100;

/** Degrees and zoom levels by which a button turns and zooms: what was in the middle stays in sight. */
const buttonSteps = { degrees: 20, levels: 10 };
/** Those of a key, which repeats while it is held. */
const keySteps = { degrees: 5, levels: 5 };

/** A panorama page: it shows the photo nearest to the map's location, and reports when the user walks or turns. */
export function PhotoPage({ makeSource }: PhotoPageProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const rig = useRef<{
    viewer: PhotoViewer;
    host: HostConnection;
    source: PhotoSource | undefined;
  }>(undefined);
  const [photo, setPhoto] = useState<Photo>();
  const [around, setAround] = useState<readonly Photo[]>([]);
  const [within, setWithin] = useState(0);
  const shown = useRef<Photo>(undefined);
  const reportedView = useRef<ViewDirection>(undefined);
  /** Number of pictures being loaded; until then, view changes are not reported. */
  const loading = useRef(0);

  /** Shows a photo. Returns false if another one was requested meanwhile. */
  const show = useCallback(async (next: Photo, direction?: Partial<ViewDirection>): Promise<boolean> => {
    const { viewer, source } = rig.current ?? {};
    if (!viewer || !source) return false;
    shown.current = next;
    setPhoto(next);
    setAround([]);
    loading.current++;
    try {
      await viewer.show(next, direction);
    } catch (error) {
      if (shown.current !== next) return false;
      // It is loaded again when it is requested again.
      shown.current = undefined;
      throw error;
    } finally {
      loading.current--;
    }
    if (shown.current !== next) return false;
    reportedView.current = viewer.direction();
    void source.around(next).then(
      (found) => shown.current === next && setAround(found),
      () => {},
    );
    return true;
  }, []);

  /** The user walked: report it to the other integrations. */
  const walk = useCallback(
    async (next: Photo) => {
      const { host, viewer } = rig.current ?? {};
      try {
        if (await show(next)) host?.moved({ lat: next.lat, lng: next.lng, ...viewer?.direction() });
      } catch {
        host?.status('unavailable');
      }
    },
    [show],
  );

  useEffect(() => {
    if (!place.current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const reportTurn = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const direction = viewer.direction();
        const { current } = shown;
        // A view requested by the host also arrives as a turn event, which is not reported.
        if (
          !current ||
          loading.current > 0 ||
          (reportedView.current && isSame(reportedView.current, direction))
        )
          return;
        reportedView.current = direction;
        host.moved({ lat: current.lat, lng: current.lng, ...direction });
      }, turnPause);
    };
    const viewer = createPhotoViewer(place.current, {
      onTurn: reportTurn,
      onStep: (next) => void walk(next),
    });
    const goTo = async (at: {
      lat: number;
      lng: number;
      heading?: number | undefined;
      pitch?: number | undefined;
    }) => {
      const turn = ++latest;
      const found = await rig.current?.source?.nearest(at);
      // Another location was requested meanwhile: a late response must not move back.
      if (turn !== latest) return undefined;
      if (!found) {
        const nearest = await rig.current?.source?.nearestBeyond(at).catch((): undefined => undefined);
        throw new IntegrationError('no-coverage', '', nearest);
      }
      const direction = {
        ...(at.heading !== undefined && { heading: at.heading }),
        ...(at.pitch !== undefined && { pitch: at.pitch }),
      };
      if (found.id === shown.current?.id) {
        viewer.turn(direction);
        reportedView.current = { ...viewer.direction(), ...direction };
      } else if (!(await show(found, direction))) return undefined;
      return { lat: found.lat, lng: found.lng, ...viewer.direction(), ...direction };
    };
    const begin = (context: HostContext) => {
      const { source, neighbours } = makeSource(context, host);
      rig.current = { viewer, host, source };
      setWithin(neighbours);
      void showCoverage();
    };
    let area: HostView | undefined;
    const showCoverage = async () => {
      const { source } = rig.current ?? {};
      const requested = area;
      if (!source || !requested) return;
      // A failure is reported when a photo is requested.
      const photos = requested.zoom < minZoom ? [] : await source.inArea(requested).catch((): Photo[] => []);
      if (requested === area) host.graphics(coverageGraphics(coveragePoints(photos, requested)));
    };
    const host: HostConnection = connectPage(
      {
        prepare: begin,
        open: async (location, context) => {
          if (!rig.current?.source) begin(context);
          return goTo(location);
        },
        move: goTo,
        view(view) {
          area = view;
          void showCoverage();
        },
        capture: () => viewer.picture(),
      },
      { wants: ['view'] },
    );
    rig.current = { viewer, host, source: undefined };
    return () => {
      clearTimeout(timer);
      viewer.destroy();
    };
    // One connection for the lifetime of the page.
  }, [makeSource, show, walk]);

  const steps = photo ? stepsFrom(photo, around, within) : [];
  const goAhead = () => {
    const step = stepAhead(steps, rig.current?.viewer.direction().heading ?? 0);
    if (step) void walk(step.photo);
  };
  const turn = (name: TurnName, by: typeof buttonSteps) => {
    const { viewer } = rig.current ?? {};
    if (!viewer || !shown.current) return;
    if (name === 'in' || name === 'out') viewer.zoom(name === 'in' ? by.levels : -by.levels);
    else viewer.turn(turned(viewer.direction(), name, by.degrees));
  };
  useTurnKeys((name) => turn(name, keySteps), goAhead);
  useEffect(() => {
    rig.current?.viewer.setSteps(steps, ({ metres }) =>
      t('integration.photo.walk', { metres: Math.round(metres) }),
    );
  });
  return (
    <Box sx={styles.page}>
      <Box ref={place} sx={styles.viewer} />
      {photo && (
        <>
          <Box sx={{ ...styles.controls, top: 8 }}>
            <TurnControls onTurn={(name) => turn(name, buttonSteps)} />
          </Box>
          <Box sx={{ ...styles.controls, bottom: 8 }}>
            <PhotoBar
              photo={photo}
              times={timesAt(photo, around)}
              steps={steps}
              onWalk={(next) => void walk(next)}
              onAhead={goAhead}
            />
          </Box>
        </>
      )}
    </Box>
  );
}

function isSame(a: ViewDirection, b: ViewDirection): boolean {
  return apart(a.heading, b.heading) < 0.2 && Math.abs(a.pitch - b.pitch) < 0.2;
}

/** The direction after a turn, at most to the zenith and the nadir. */
function turned(
  { heading, pitch }: ViewDirection,
  name: Exclude<TurnName, 'in' | 'out'>,
  degrees: number,
): ViewDirection {
  if (name === 'left') return { heading: (heading - degrees + 360) % 360, pitch };
  if (name === 'right') return { heading: (heading + degrees) % 360, pitch };
  return { heading, pitch: Math.max(-90, Math.min(90, pitch + (name === 'up' ? degrees : -degrees))) };
}

const styles = {
  page: { position: 'fixed', inset: 0, overflow: 'hidden', backgroundColor: 'background.default' },
  controls: {
    position: 'absolute',
    insetInline: 8,
    display: 'grid',
    // The picture is dragged beside the buttons; arrows on the road are in its lower half.
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  },
  viewer: {
    position: 'absolute',
    inset: 0,
    // The viewer's own is white, even in the dark theme.
    '& .psv-container': { background: 'none' },
    '& .step-arrow': {
      display: 'block',
      width: 56,
      height: 56,
      cursor: 'pointer',
      borderRadius: '50%',
      border: '3px solid #fff',
      backgroundColor: 'rgb(0 0 0 / 30%)',
      transform: 'rotateX(55deg)',
      '&:hover': { backgroundColor: 'primary.main' },
      '&::after': {
        content: '""',
        display: 'block',
        width: 26,
        height: 22,
        margin: '14px auto 0',
        backgroundColor: '#fff',
        // Drawn instead of built from borders, which are mirrored in right-to-left languages.
        clipPath: 'polygon(50% 0, 100% 62%, 82% 80%, 50% 38%, 18% 80%, 0 62%)',
      },
    },
  },
} as const;
