import MyLocation from '@mui/icons-material/MyLocation';
import Place from '@mui/icons-material/PlaceOutlined';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { parseCoordinates } from '../../../map/coordinates/parse-coordinates.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { showPlace } from '../../../map/search/show-place.ts';
import { findPlace, locatorOf, requireLocator, suggestPlaces } from '../../../portal/find-places.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { errorText } from '../../languages/index.ts';
import type { Command } from '../command.ts';
import { useCommands, useOffer } from '../commands-context.ts';
import { useSettledText } from '../use-settled-text.ts';

/** Places the portal's locator knows for what is typed, and the position it means. */
export function PlacesOffer() {
  const { t } = useTranslation();
  const { text } = useCommands();
  const model = useMapModel();
  const { connection, portal } = useApplicationContext();
  const locator = locatorOf(portal);
  const asked = useSettledText(text);
  const position = useMemo(() => parseCoordinates(asked), [asked]);
  const { data, isFetching, error } = useQuery({
    queryKey: ['portal', connection.restUrl, 'places', locator?.url, asked],
    queryFn: ({ signal }) =>
      suggestPlaces(connection, requireLocator(portal), asked, model?.state.get().place, signal),
    enabled: asked.length > 1 && portal !== undefined && !position,
    staleTime: 60_000,
  });
  const offer = useMemo(() => {
    const place = (id: string, title: string, Icon: Command['Icon'], run: Command['run']): Command => ({
      id: `place ${id}`,
      group: 'places',
      title,
      Icon,
      found: true,
      run,
    });
    const go = async (named: string, key: string) => {
      if (!model || !locator) return;
      const near = model.state.get().place;
      const signal = new AbortController().signal;
      const found = await findPlace(connection, locator, { text: named, key }, near, signal);
      if (found) await showPlace(model, found);
    };
    const places = (data ?? []).map((one, index) =>
      place(`${index} ${one.key}`, one.text, Place, () => go(one.text, one.key)),
    );
    const isMissing = error instanceof MappingError && error.id === 'portal:service-not-found';
    const title = position && `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
    return {
      commands:
        title && model ? [place('position', title, MyLocation, () => showPlace(model, position))] : places,
      searching: isFetching,
      ...(isMissing && { unavailable: errorText(t, error) }),
      ...(error && !isMissing && { failure: t('commands.failed.places') }),
    };
  }, [t, model, locator, connection, position, data, isFetching, error]);
  useOffer('places', offer);
  return null;
}
