import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { shareItem, type SharingChange } from '../../../portal/change-items.ts';
import { useBatch } from '../use-batch.ts';
import { useReason } from '../use-reason.ts';
import { type ItemsDialogProps, useItemsTitle } from './items-title.ts';
import { ShareGroups } from './share-groups.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { useSharedGroups } from './use-shared-groups.ts';

type Level = NonNullable<SharingChange['level']>;
const levels: readonly Level[] = ['private', 'org', 'public'];

/** Who sees the items: a level, and groups besides. Of several items only what is chosen here changes. */
export function ShareDialog({ items, onDone, onClose }: ItemsDialogProps) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const title = useItemsTitle('share', items);
  const batch = useBatch(useReason());
  const shared = useSharedGroups(items);
  const levelId = useId();
  const common = items.every(({ access }) => access === items[0]?.access) ? items[0]?.access : undefined;
  const [level, setLevel] = useState<Level | undefined>(common === 'shared' ? 'private' : common);
  const submit = async () => {
    const well = await batch.run(items, async (item) => {
      const refused = await shareItem(connection, item, { level, ...shared.changesOf(item.id) });
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
      <ShareGroups shared={shared} />
    </TaskDialog>
  );
}
