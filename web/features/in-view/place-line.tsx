import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { useMapState } from '../../map/map-model.ts';
import { locatorOf, nameOfPlace } from '../../portal/find-places.ts';
import { printPlace } from '../../../wire/url-state.ts';

/** Where the map is by name, and how many features are in view; said politely after each move. */
export function PlaceLine({ count }: { count: number | undefined }) {
  const { t } = useTranslation();
  const { connection, portal } = useApplicationContext();
  const place = useMapState((state) => state.place);
  const locator = locatorOf(portal);
  const { data: name } = useQuery({
    queryKey: ['portal', connection.restUrl, 'place-name', locator?.url, place && printPlace(place)],
    // A place without a name is no failure: the count is said all the same.
    queryFn: async ({ signal }) =>
      (locator && place && (await nameOfPlace(connection, locator, place, signal).catch(() => null))) ?? null,
    enabled: locator !== undefined && place !== undefined,
    staleTime: 60_000,
  });
  return (
    <Box component="output" sx={{ display: 'block', minHeight: 21, color: 'text.secondary' }}>
      {/* Each is read in its own direction, whatever the place is called in. */}
      {name && <bdi>{t('inview.near', { name })} </bdi>}
      {count !== undefined && <bdi>{t('inview.count', { count })}</bdi>}
    </Box>
  );
}
