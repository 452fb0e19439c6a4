import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../../wire/errors.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { basemapLayers, sharedLayers } from '../../../../map/document/shared-layers.ts';
import type { WebMapJson } from '../../../../map/document/web-map-json.ts';
import { capabilitiesOf } from '../../../../portal/capabilities.ts';
import {
  deleteThumbnail,
  shareItem,
  type SharingChange,
  groupsOfItem,
} from '../../../../portal/change-items.ts';
import { byTitle } from '../../../../portal/groups.ts';
import { loadItemData } from '../../../../portal/item-details.ts';
import { type MapSharing, unseenLayers } from '../../../../portal/layer-access.ts';
import type { PortalConnection } from '../../../../portal/portal-connection.ts';
import type { PortalGroup, PortalItem } from '../../../../portal/portal-types.ts';
import { LongList } from '../../../../ui/long-list.tsx';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { personKeys } from '../../../../portal/query-keys.ts';
import { useBatch, useReason } from '../use-batch.ts';
import { type ItemsDialogProps, TaskDialog, useItemsTitle } from './task-dialog.tsx';

type Level = NonNullable<SharingChange['level']>;
const allLevels: readonly Level[] = ['private', 'org', 'public'];

/** Types of items whose pictures are drawn from layers of other items. */
const typesOfMaps: readonly string[] = ['Web Map', 'Web Scene'];

/**
 * The access of items: a level, plus groups. Only changed options are applied: items may differ, others may have changed
 * them meanwhile, and who may not choose the level may still choose groups.
 */
export function ShareDialog({ items, onDone, onClose }: ItemsDialogProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { levels, publicForbidden, shareToGroups } = capabilitiesOf(user, portal);
  const title = useItemsTitle('share', items);
  const batch = useBatch(useReason());
  const shared = useSharedGroups(items);
  const levelId = useId();
  const common = items.every(({ access }) => access === items[0]?.access) ? items[0]?.access : undefined;
  const before = common === 'shared' ? 'private' : common;
  const [level, setLevel] = useState<Level | undefined>(before);
  /** Whether a level was sent: it may be stored although the attempt failed, so that the one before is a change, too. */
  const sentLevel = useRef(false);
  const submit = async () => {
    const chosen = level === before && !sentLevel.current ? undefined : level;
    sentLevel.current ||= chosen !== undefined;
    const well = await batch.run(items, async (item) => {
      const changes = shared.changesOf(item.id);
      const wanted = chosen ?? item.access;
      const isWider = wanted !== item.access && (wanted === 'org' || wanted === 'public');
      if (item.access !== 'public' && (isWider || changes.add.length > 0)) {
        const access = wanted === 'private' ? 'shared' : wanted;
        await removeRevealingPicture(connection, { ...item, access, groups: shared.groupsAfter(item.id) });
      }
      const refused = await shareItem(connection, item, { level: chosen, ...changes });
      if (refused.length > 0) {
        throw new MappingError('content:group-refused', 'A group does not take this item.');
      }
    });
    onDone(well);
  };
  return (
    <TaskDialog
      title={title}
      action={t('content.task.share')}
      batch={batch}
      ready={!shared.loading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel id={levelId}>{t('content.share.level')}</FormLabel>
        <RadioGroup
          aria-labelledby={levelId}
          value={level ?? ''}
          onChange={(_event, value) => setLevel(value as Level)}
        >
          {levelsToOffer(levels, common).map((value) => (
            <FormControlLabel
              key={value}
              value={value}
              control={<Radio />}
              label={t(`content.share.level.${value}`)}
            />
          ))}
        </RadioGroup>
        {publicForbidden && <FormHelperText>{t('content.share.level.publicForbidden')}</FormHelperText>}
      </FormControl>
      {shareToGroups && <ShareGroups shared={shared} />}
    </TaskDialog>
  );
}

/**
 * Removes the picture of a map that is going to be shared, if it may show layers that the new readers don't see. The map's owner gives
 * it another one at the next opening.
 */
async function removeRevealingPicture(
  connection: PortalConnection,
  map: PortalItem & MapSharing,
): Promise<void> {
  if (!map.thumbnail || !typesOfMaps.includes(map.type)) return;
  const unseen = async () => {
    const document = (await loadItemData<WebMapJson>(connection, map.id, { isFresh: true })) ?? {};
    return unseenLayers(connection, map, [...sharedLayers(document), ...basemapLayers(document)]);
  };
  const isRevealing = await unseen().then(
    ({ length }) => length > 0,
    // Nobody knows what it shows.
    () => true,
  );
  if (isRevealing) await deleteThumbnail(connection, map);
}

/** The levels that the user may choose, and the current one, which is shown even if the user may not choose it. */
function levelsToOffer(levels: readonly Level[], current: string | undefined): readonly Level[] {
  return allLevels.filter((level) => level === current || levels.includes(level));
}

/** The groups items can be shared with: marked where all of them are, half marked where some are. */
function ShareGroups({ shared }: { shared: SharedGroups }) {
  const { t } = useTranslation();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{t('content.share.groups')}</FormLabel>
      {shared.loading && <Skeleton height={42} width="60%" />}
      {shared.error !== null && (
        <Alert severity="warning">
          <ErrorMessage error={shared.error} />
        </Alert>
      )}
      {shared.groups.length === 0 && !shared.loading && (
        <Typography color="textSecondary">{t('content.share.groups.none')}</Typography>
      )}
      <LongList
        items={shared.groups}
        textOf={({ title }) => title}
        searchLabel={t('content.share.groups.search')}
        noneText={t('content.share.groups.search.none')}
        moreLabel={t('app.showMore')}
      >
        {(groups) => (
          <FormGroup>
            {groups.map((group) => {
              const mark = shared.markOf(group.id);
              return (
                <FormControlLabel
                  key={group.id}
                  control={
                    <Checkbox
                      checked={mark === 'all'}
                      indeterminate={mark === 'some'}
                      onChange={() => shared.choose(group.id, mark !== 'all')}
                    />
                  }
                  label={<bdi>{group.title}</bdi>}
                  sx={{ overflowWrap: 'anywhere' }}
                />
              );
            })}
          </FormGroup>
        )}
      </LongList>
    </FormControl>
  );
}

interface SharedGroups {
  /** The user's groups, and groups of the items, by title. */
  groups: readonly PortalGroup[];
  loading: boolean;
  /** Why their groups could not be loaded; null: no error. */
  error: Error | null;
  /** Whether a group has, or will have, all, some or none of the items. */
  markOf: (groupId: string) => 'all' | 'some' | 'none';
  choose: (groupId: string, shared: boolean) => void;
  /** The changes for an item: only selected ones that differ from its state. */
  changesOf: (itemId: string) => { add: string[]; remove: string[] };
  /** The groups that the item will be shared with. */
  groupsAfter: (itemId: string) => PortalGroup[];
}

/** The items' current and desired groups. */
function useSharedGroups(items: readonly PortalItem[]): SharedGroups {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const answers = useQueries({
    queries: items.map(({ id }) => ({
      queryKey: personKeys(connection, user?.username ?? '').itemGroups(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => groupsOfItem(connection, id, signal),
    })),
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const had = new Map(
    items.map(({ id }, index) => [id, new Set(answers[index]?.data?.map((group) => group.id))]),
  );
  const groups = once([...(user?.groups ?? []), ...answers.flatMap(({ data = [] }) => data)]);
  return {
    groups,
    loading: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
    markOf: (groupId) => {
      const choice = chosen.get(groupId);
      if (choice !== undefined) return choice ? 'all' : 'none';
      const having = items.filter(({ id }) => had.get(id)?.has(groupId)).length;
      return having === 0 ? 'none' : having === items.length ? 'all' : 'some';
    },
    choose: (groupId, shared) => setChosen(new Map([...chosen, [groupId, shared]])),
    groupsAfter: (itemId) => groups.filter(({ id }) => chosen.get(id) ?? had.get(itemId)?.has(id)),
    changesOf: (itemId) => {
      const before = had.get(itemId);
      const wanted = (shared: boolean) =>
        [...chosen].filter(([id, choice]) => choice === shared && before?.has(id) !== shared);
      return { add: wanted(true).map(([id]) => id), remove: wanted(false).map(([id]) => id) };
    },
  };
}

function once(groups: readonly PortalGroup[]): PortalGroup[] {
  return byTitle([...new Map(groups.map((group) => [group.id, group])).values()]);
}
