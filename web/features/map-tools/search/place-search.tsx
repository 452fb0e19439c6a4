import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import Place from '@mui/icons-material/PlaceOutlined';
import Search from '@mui/icons-material/Search';
import SearchOff from '@mui/icons-material/SearchOff';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import InputBase from '@mui/material/InputBase';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { parseCoordinates } from '../../../map/coordinates/parse-coordinates.ts';
import { type MapModel, useMapModel } from '../../../map/map-model.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { findFeatures } from '../../../map/search/find-features.ts';
import { hidePlace, showFeature, showPlace } from '../../../map/search/show-place.ts';
import { findPlace, locatorOf, requireLocator, suggestPlaces } from '../../../portal/find-places.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { OptionGroup } from '../../../ui/option-group.tsx';
import { sizes, textSizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';

const icons = { coordinates: MyLocation, place: Place, feature: LayersOutlined } as const;

/** The search field: places by the portal's locator, coordinates and features of the layers, while typing. */
export function PlaceSearch() {
  const { t } = useTranslation();
  const model = useMapModel();
  const { user, signIn } = useIdentity();
  const [typed, setTyped] = useState('');
  /** The selection in the field was already found, so it is not searched again. */
  const [chosen, setChosen] = useState('');
  const { hits, searching, error } = useHits(typed === chosen ? '' : typed);
  const { go, shown, failure, forget } = useGoToHit();
  const problem = failure ?? (hits.length === 0 ? error : undefined);
  return (
    <Autocomplete<SearchHit, false, false, true>
      freeSolo
      autoHighlight
      openOnFocus
      options={[...hits]}
      filterOptions={(all) => all}
      groupBy={({ group }) => group}
      getOptionLabel={(hit) => (typeof hit === 'string' ? hit : hit.title)}
      getOptionKey={(hit) => (typeof hit === 'string' ? hit : hit.key)}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        setTyped(text);
        if (reason === 'input' || reason === 'clear') {
          setChosen('');
          forget();
        }
        if (reason === 'clear' && model) void hidePlace(model);
      }}
      onChange={(_event, hit) => {
        if (typeof hit === 'string') void go({ kind: 'place', key: hit, title: hit, group: '', text: hit });
        else if (hit) {
          setChosen(hit.title);
          void go(hit);
        }
      }}
      renderGroup={({ key, group, children }) => (
        <OptionGroup key={key} group={group}>
          {children}
        </OptionGroup>
      )}
      renderOption={({ key, ...props }, hit) => {
        const Icon = icons[hit.kind];
        return (
          <Box component="li" key={key} {...props} sx={{ gap: 1.5, minHeight: sizes.touch }}>
            <Icon fontSize="small" sx={{ color: 'text.secondary' }} />
            <bdi style={{ overflowWrap: 'anywhere' }}>{hit.title}</bdi>
          </Box>
        );
      }}
      renderInput={(params) => (
        <>
          <InputBase
            {...params.slotProps.input}
            placeholder={t('search.placeholder')}
            startAdornment={
              searching ? (
                <CircularProgress size={16} sx={{ mx: '2px' }} aria-label={t('app.loading')} />
              ) : (
                <Search fontSize="small" sx={{ color: 'text.secondary' }} />
              )
            }
            slotProps={{
              input: {
                ...params.slotProps.htmlInput,
                'aria-label': t('search.label'),
                enterKeyHint: 'search',
              },
            }}
            sx={styles.field}
          />
          <Box component="output" sx={visuallyHidden}>
            {shown}
          </Box>
          {problem !== undefined && (
            <Box role="alert" sx={styles.problem}>
              {problem === 'nothing' ? <SearchOff fontSize="small" /> : <CloudOff fontSize="small" />}
              <span>
                {problem === 'nothing' ? (
                  t('search.nothing', { text: typed })
                ) : (
                  <ErrorMessage error={problem} />
                )}
              </span>
              {!user && needsSignIn(problem) && (
                <Button size="small" onClick={() => void signIn()}>
                  {t('session.signIn')}
                </Button>
              )}
            </Box>
          )}
        </>
      )}
    />
  );
}

const styles = {
  field: {
    width: '100%',
    height: sizes.touch,
    gap: 1,
    px: 1.5,
    fontSize: textSizes.normal,
    '& .MuiAutocomplete-endAdornment': { position: 'static', transform: 'none', marginInlineStart: 'auto' },
    '& .MuiAutocomplete-clearIndicator': { width: sizes.touch, height: sizes.touch, marginInlineEnd: -1.5 },
  },
  problem: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    px: 1.5,
    py: 1,
    borderTop: 1,
    borderColor: 'divider',
    fontSize: textSizes.normal,
    color: 'text.secondary',
  },
} as const;

/**
 * Shows a hit on the map; the one before is no longer looked up. `shown` is the title of the hit on the map.
 * `failure` is the reason if that failed: an error, or `nothing` if there is no such place. Both stay until
 * `forget`.
 */
function useGoToHit() {
  const model = useMapModel();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [missing, setMissing] = useState(false);
  const [shown, setShown] = useState('');
  const { error, run, cancel } = useRun();
  const forget = () => {
    setMissing(false);
    setShown('');
    cancel();
  };
  const go = async (hit: SearchHit) => {
    if (!model) return;
    forget();
    await run(async (signal) => {
      const found = await showHit(model, hit, signal);
      signal.throwIfAborted();
      if (found) setShown(hit.title);
      else setMissing(true);
    });
  };
  /** Resolves to whether there is such a place. */
  const showHit = async (map: MapModel, hit: SearchHit, signal: AbortSignal) => {
    if (hit.kind === 'feature') {
      await showFeature(map, hit.layerId, hit.objectId);
      return true;
    }
    const place =
      hit.kind === 'coordinates' ? hit : (parseCoordinates(hit.text) ?? (await lookUp(hit, signal)));
    signal.throwIfAborted();
    if (place) await showPlace(map, place);
    return place !== undefined;
  };
  const lookUp = async ({ text, suggestion }: Extract<SearchHit, { kind: 'place' }>, signal: AbortSignal) =>
    findPlace(
      connection,
      requireLocator(portal),
      { text, ...(suggestion && { key: suggestion }) },
      model?.state.get().place,
      signal,
    );
  return { go, shown, failure: missing ? 'nothing' : error, forget };
}

/** Debounce in milliseconds before a search, and the minimum length of the text. */
const silence = 200;
const min = 2;

/** The hits for a text: coordinates, places, features. The sources are independent and do not block each other. */
function useHits(typed: string): { hits: readonly SearchHit[]; searching: boolean; error?: unknown } {
  const { t } = useTranslation();
  const model = useMapModel();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const locator = locatorOf(portal);
  const text = useSettled(typed.trim());
  const enabled = text.length >= min;
  const position = useMemo(() => parseCoordinates(text), [text]);
  const places = useQuery({
    queryKey: portalKeys(connection).places(locator?.url, text),
    queryFn: ({ signal }) =>
      suggestPlaces(connection, requireLocator(portal), text, model?.state.get().place, signal),
    // A portal without a locator is reported here; one that is still loading is awaited.
    enabled: enabled && portal !== undefined && !position,
    staleTime: 60_000,
  });
  const features = useQuery({
    queryKey: mapKeys.features(text),
    queryFn: () => (model ? findFeatures(model, text) : []),
    enabled: enabled && model !== undefined && !position,
    gcTime: 0,
  });
  const hits = useMemo<SearchHit[]>(() => {
    if (!enabled) return [];
    if (position) {
      const title = `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
      return [
        { kind: 'coordinates', key: 'coordinates', title, group: t('search.coordinates'), ...position },
      ];
    }
    return [
      ...(places.data ?? []).map((found, index): SearchHit => ({
        kind: 'place',
        key: `place ${index} ${found.key}`,
        title: found.text,
        group: t('search.places'),
        text: found.text,
        suggestion: found.key,
      })),
      ...(features.data ?? []).map((found): SearchHit => ({
        kind: 'feature',
        key: `feature ${found.layerId} ${found.objectId}`,
        title: found.title,
        group: found.layerTitle || t('search.features'),
        layerId: found.layerId,
        objectId: found.objectId,
      })),
    ];
  }, [enabled, position, places.data, features.data, t]);
  const searching = enabled && (places.isFetching || features.isFetching);
  const nothing = enabled && !searching && hits.length === 0 && text === typed.trim();
  return { hits, searching, error: places.error ?? (nothing ? 'nothing' : undefined) };
}

/** The debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), silence);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A search hit. */
type SearchHit = { key: string; title: string; group: string } & (
  | { kind: 'coordinates'; lat: number; lng: number }
  /** `suggestion` is the locator's key; without one the whole text is searched. */
  | { kind: 'place'; text: string; suggestion?: string }
  | { kind: 'feature'; layerId: string; objectId: number }
);
