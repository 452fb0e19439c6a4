import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { groupsOfItem, shareItem, type SharingChange } from '../../../portal/change-items.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { useBatch } from '../use-batch.ts';
import { useReason } from '../use-reason.ts';
import { type ItemsDialogProps, useItemsTitle } from './items-title.ts';
import { TaskDialog } from './task-dialog.tsx';

type Level = NonNullable<SharingChange['level']>;
const levels: readonly Level[] = ['private', 'org', 'public'];

/** Who sees the items: a level, and groups besides. Of several items only what is chosen here changes. */
export function ShareDialog({ items, onDone, onClose }: ItemsDialogProps) {
  const { t } = useTranslation();
  const { connection, user } = useApplicationContext();
  const title = useItemsTitle('share', items);
  const batch = useBatch(useReason());
  const only = items.length === 1 ? items[0] : undefined;
  const current = useQuery({
    queryKey: ['portal', connection.restUrl, user?.username, 'item-groups', only?.id],
    queryFn: ({ signal }) => groupsOfItem(connection, only?.id ?? '', signal),
    enabled: only !== undefined,
  });
  const common = items.every(({ access }) => access === items[0]?.access) ? items[0]?.access : undefined;
  const [level, setLevel] = useState<Level | undefined>(common === 'shared' ? 'private' : common);
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const had = new Set((current.data ?? []).map(({ id }) => id));
  const marked = chosen ?? had;
  const groups = byTitle([...(user?.groups ?? []), ...(current.data ?? [])]);
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const submit = async () => {
    const add = [...marked].filter((id) => !had.has(id));
    const remove = [...had].filter((id) => !marked.has(id));
    const well = await batch.run(items, async (item) => {
      const refused = await shareItem(connection, item, { level, add, remove });
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
      ready={only === undefined || current.data !== undefined || current.error !== null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel>{t('content.share.level')}</FormLabel>
        <RadioGroup value={level ?? ''} onChange={(_event, value) => setLevel(value as Level)}>
          {levels.map((value) => (
            <FormControlLabel
              key={value}
              value={value}
              control={<Radio />}
              label={t(`content.share.level.${value}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <FormControl component="fieldset">
        <FormLabel component="legend">{t('content.share.groups')}</FormLabel>
        {only && !current.data && !current.error && <Skeleton height={42} width="60%" />}
        {groups.length === 0 && (
          <Typography color="textSecondary">{t('content.share.groups.none')}</Typography>
        )}
        <FormGroup>
          {groups.map(({ id, title: name }) => (
            <FormControlLabel
              key={id}
              control={<Checkbox checked={marked.has(id)} onChange={() => toggle(id)} />}
              label={name}
            />
          ))}
        </FormGroup>
      </FormControl>
    </TaskDialog>
  );
}

function byTitle(groups: readonly PortalGroup[]): PortalGroup[] {
  const once = new Map(groups.map((group) => [group.id, group]));
  return [...once.values()].toSorted((a, b) => a.title.localeCompare(b.title));
}
