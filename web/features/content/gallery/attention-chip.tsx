import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { getMapChecks } from '../../../api/map-checks.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { Hint } from '../../../ui/hint.tsx';

/** Maps per request: one page of the gallery, so that a further page requests only its own maps. */
const idsPerRequest = 10;

/**
 * The map doctor's result for a map, which is optional: undefined while loading or on failure.
 * @param maps ids of the maps that are shown, which includes this one: those beside it are requested with it
 */
export function useMapCheck(id: string, maps: readonly string[]): MapCheck | undefined {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const at = maps.indexOf(id);
  const first = at - (at % idsPerRequest);
  const ids = maps.slice(first, first + idsPerRequest);
  const { data = [] } = useQuery({
    queryKey: apiKeys(org).mapChecks(who, ids),
    queryFn: ({ signal }) => getMapChecks(org, { ids }, signal),
    enabled: known && at >= 0,
  });
  return data.find((check) => check.id === id);
}

/** Shows that a map has problems, with details in a tooltip. Renders nothing for healthy maps, and for other items. */
export function AttentionChip({ id, maps }: { id: string; maps: readonly string[] }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const check = useMapCheck(id, maps);
  if (!check?.attention) return null;
  const why = [
    ...check.problems.map((problem) => t(`gallery.check.${problem}`)),
    t('gallery.check.when', { when: ago(check.checkedAt) }),
  ].join(' ');
  return (
    <Hint title={why} description={why}>
      <Chip
        size="small"
        icon={<WarningAmber />}
        label={t('gallery.attention')}
        sx={{ backgroundColor: 'background.paper', border: 1, borderColor: 'warning.main', zIndex: 1 }}
      />
    </Hint>
  );
}
