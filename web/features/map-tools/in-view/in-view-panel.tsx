import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LocationSearching from '@mui/icons-material/LocationSearching';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printPlace } from '../../../../wire/url-state.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { featuresInView, firstListed, listKey } from '../../../map/in-view/in-view.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { locatorOf, nameOfPlace } from '../../../portal/find-places.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { isApple } from '../../../ui/browser.ts';
import { radii, sizes, textSizes } from '../../../ui/sizes.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { LayerSection } from './layer-section.tsx';

/** The keys that move the map and navigate the page. */
function KeyboardHelp() {
  const { t } = useTranslation();
  const keys = [
    ['← ↑ → ↓', t('inview.keys.pan')],
    ['+ −', t('inview.keys.zoom')],
    ['A D', t('inview.keys.turn')],
    ['N', t('viewer.faceNorth')],
    ['Tab', t('inview.keys.tab')],
    ['Enter', t('inview.keys.enter')],
    [t('inview.keys.spaceKey'), t('inview.keys.space')],
    ['Z', t('inview.keys.z')],
    ['PgUp PgDn', t('inview.keys.corner')],
    ['Esc', t('inview.keys.escape')],
    [isApple() ? '⌘ K' : 'Ctrl K', t('inview.keys.commands')],
    [isApple() ? '⌘ Z' : 'Ctrl Z', t('inview.keys.undo')],
  ] as const;
  return (
    <Accordion disableGutters variant="outlined" sx={styles.box}>
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: sizes.touch }}>
        <KeyboardOutlined fontSize="small" sx={{ marginInlineEnd: 1, color: 'text.secondary' }} />
        {t('inview.keys')}
      </AccordionSummary>
      <AccordionDetails>
        <Box component="dl" sx={styles.list}>
          {keys.map(([key, text]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Box component="kbd" dir="ltr" sx={styles.key}>
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {text}
              </Box>
            </Box>
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}

const styles = {
  box: { borderRadius: radii.control, '&::before': { display: 'none' } },
  list: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: 2,
    rowGap: 1,
    alignItems: 'baseline',
  },
  key: {
    whiteSpace: 'nowrap',
    px: 0.75,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.small,
    fontFamily: 'inherit',
    fontSize: textSizes.small,
  },
} as const;

/** The features in view as a list, by layer, the nearest to the centre first. */
export function InViewPanel() {
  const { t } = useTranslation();
  const model = useMapModel();
  const [limits, setLimits] = useState<Readonly<Record<string, number>>>({});
  const { data, error, refetch, isPlaceholderData } = useFeaturesInView(limits);
  const total = data?.reduce((sum, layer) => sum + layer.total, 0) ?? 0;
  const content = () => {
    if (error) {
      const again = <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>;
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('inview.failed')}
          detail={<ErrorMessage error={error} />}
          action={again}
        />
      );
    }
    if (!data) return <ListSkeleton />;
    if (total === 0 && data.every(({ failed }) => !failed)) {
      const home = <Button onClick={() => model?.goHome()}>{t('viewer.goHome')}</Button>;
      return (
        <StateMessage
          icon={<LocationSearching />}
          title={t('inview.empty')}
          detail={t('inview.empty.why')}
          action={home}
        />
      );
    }
    return data
      .filter((layer) => layer.total > 0 || layer.failed)
      .map((layer) => (
        <LayerSection
          key={listKey(layer)}
          layer={layer}
          onRetry={() => void refetch()}
          onMore={() =>
            setLimits((before) => ({ ...before, [listKey(layer)]: layer.features.length + firstListed }))
          }
        />
      ));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 0 }}>
      <PlaceLine count={data && !isPlaceholderData ? total : undefined} />
      {content()}
      <KeyboardHelp />
    </Box>
  );
}

/** A loading list. Not animated: a moving skeleton would compete with the map for graphics time. */
function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid', gap: 1 }}>
      <Skeleton animation={false} width="50%" height={24} />
      {[70, 60, 75, 55].map((width) => (
        <Box key={width} sx={{ minHeight: sizes.touch }}>
          <Skeleton animation={false} width={`${width}%`} />
          <Skeleton animation={false} width={`${width / 2}%`} />
        </Box>
      ))}
    </Box>
  );
}

/** The features in view, queried again whenever the map is stationary elsewhere or shows other layers or features. */
function useFeaturesInView(limits: Readonly<Record<string, number>>) {
  const model = useMapModel();
  const own = useId();
  const place = useMapState((state) => state.place);
  const ready = useMapState((state) => state.status === 'ready');
  const updating = useMapState((state) => state.updating);
  const layers = useMapState((state) => state.layers);
  const shown = flatLayers(layers).map(({ id, visible, status, filter, sublayers }) => [
    id,
    visible,
    status,
    filter,
    sublayers,
  ]);
  return useQuery({
    queryKey: mapKeys.inView(own, place && printPlace(place), shown, limits),
    queryFn: ({ signal }) => (model ? featuresInView(model, signal, limits) : []),
    // The place is unknown on maps that are neither in degrees nor in Web Mercator.
    enabled: model !== undefined && ready && !updating,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // After edits the place is the same.
    staleTime: 0,
  });
}

/** The place name and the number of features in view; announced politely after each move. */
function PlaceLine({ count }: { count: number | undefined }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const place = useMapState((state) => state.place);
  const locator = locatorOf(portal);
  const { data: name } = useQuery({
    queryKey: portalKeys(connection).placeName(locator?.url, place && printPlace(place)),
    // A missing place name is not an error: the number is announced anyway.
    queryFn: async ({ signal }) =>
      (locator && place && (await nameOfPlace(connection, locator, place, signal).catch(() => null))) ?? null,
    enabled: locator !== undefined && place !== undefined,
    staleTime: 60_000,
  });
  return (
    <Box component="output" sx={{ display: 'block', minHeight: 21, color: 'text.secondary' }}>
      {/* Each has its own text direction, whatever the language of the place name. */}
      {name && <bdi>{t('inview.near', { name })} </bdi>}
      {count !== undefined && <bdi>{t('inview.count', { count })}</bdi>}
    </Box>
  );
}
