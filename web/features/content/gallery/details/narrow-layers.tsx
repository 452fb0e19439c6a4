import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { shareItem } from '../../../../portal/change-items.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { showsItems } from '../../../../portal/query-keys.ts';

/** From narrow to wide. What a group sees cannot be compared, so `shared` counts as private. */
const width = { private: 0, shared: 0, org: 1, public: 2 } as const;

/**
 * For the owner of a map: the layers that fewer people see than the map, and a button that shares those of the owner
 * with the same people.
 */
export function NarrowLayers({ map, layers }: { map: PortalItem; layers: readonly PortalItem[] }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const queries = useQueryClient();
  const { access } = map;
  const level = access === 'shared' ? 'private' : access;
  const narrow = layers.filter((layer) => width[layer.access] < width[level]);
  const own = narrow.filter(({ owner }) => owner === user?.username);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      for (const layer of own) await shareItem(connection, layer, { level });
    },
    // Also after an error: some layers may have been shared before it.
    onSettled: () => queries.invalidateQueries({ predicate: (query) => showsItems(connection, query) }),
  });
  if (map.owner !== user?.username) return null;
  if (narrow.length === 0) return isSuccess && <Alert severity="success">{t('gallery.narrow.done')}</Alert>;
  const others = narrow.filter((layer) => !own.includes(layer));
  const names = (list: readonly PortalItem[]) => list.map(({ title }) => title).join(', ');
  return (
    <Alert
      severity="warning"
      action={
        own.length > 0 && (
          <Button color="inherit" size="small" disabled={isPending} onClick={() => mutate()}>
            {t('gallery.narrow.fix')}
          </Button>
        )
      }
    >
      {t('gallery.narrow', { layers: names(narrow) })}
      {others.length > 0 && ` ${t('gallery.narrow.others', { layers: names(others) })}`}
      {error && (
        <>
          {' '}
          <ErrorMessage error={error} />
        </>
      )}
    </Alert>
  );
}
