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
import Typography from '@mui/material/Typography';
import { useState, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { parseCoordinates } from '../../../map/coordinates/parse-coordinates.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { hidePlace, showFeature, showPlace } from '../../../map/search/show-place.ts';
import { findPlace, requireLocator } from '../../../portal/find-places.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { errorText } from '../../../i18n/index.ts';
import { sizes, textSizes } from '../../../ui/sizes.ts';
import type { SearchHit } from './search-hit.ts';
import { useHits } from './use-hits.ts';

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
  const { go, failure, forget } = useGoToHit();
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
        <Box component="li" key={key}>
          {group && (
            <Typography variant="caption" color="textSecondary" sx={{ display: 'block', px: 2, pt: 1 }}>
              {group}
            </Typography>
          )}
          <Box component="ul" sx={{ p: 0 }}>
            {children}
          </Box>
        </Box>
      )}
      renderOption={({ key, ...props }, hit) => {
        const Icon = icons[hit.kind];
        return (
          <Box component="li" key={key} {...props} sx={{ gap: 1.5, minHeight: sizes.touch }}>
            <Icon fontSize="small" sx={{ color: 'text.secondary' }} />
            <span style={{ overflowWrap: 'anywhere' }}>{hit.title}</span>
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
          {problem !== undefined && (
            <Box role="alert" sx={styles.problem}>
              {problem === 'nothing' ? <SearchOff fontSize="small" /> : <CloudOff fontSize="small" />}
              <span>
                {problem === 'nothing' ? t('search.nothing', { text: typed }) : errorText(t, problem)}
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
 * Shows a hit on the map. `failure` is the reason if that failed: an error, or `nothing` if there is no such place; it
 * stays until `forget`.
 */
function useGoToHit() {
  const model = useMapModel();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const [failure, setFailure] = useState<unknown>();
  const go = async (hit: SearchHit) => {
    if (!model) return;
    setFailure(undefined);
    try {
      if (hit.kind === 'feature') await showFeature(model, hit.layerId, hit.objectId);
      else if (hit.kind === 'coordinates') await showPlace(model, hit);
      else {
        const place = parseCoordinates(hit.text) ?? (await lookUp(hit));
        if (place) await showPlace(model, place);
        else setFailure('nothing');
      }
    } catch (error) {
      setFailure(error);
    }
  };
  const lookUp = async ({ text, suggestion }: Extract<SearchHit, { kind: 'place' }>) =>
    findPlace(
      connection,
      requireLocator(portal),
      { text, ...(suggestion && { key: suggestion }) },
      model?.state.get().place,
      new AbortController().signal,
    );
  const forget = useCallback(() => setFailure(undefined), []);
  return { go, failure, forget };
}
