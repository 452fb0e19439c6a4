import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { StickyBar } from '../../../ui/sticky-bar.ts';
import { useFormats } from '../../languages/index.ts';
import type { ItemTask } from '../item-task.ts';
import type { Selection } from './use-selection.ts';

/** What can be done with all selected items at once. */
export function SelectionBar({
  selection,
  onTask,
}: {
  selection: Selection;
  onTask: (task: ItemTask) => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { user } = useApplicationContext();
  const tasks: readonly ItemTask[] =
    user?.role === 'org_admin' ? ['share', 'move', 'owner', 'delete'] : ['share', 'move', 'delete'];
  return (
    <StickyBar
      role="toolbar"
      aria-label={t('content.selection')}
      variant="outlined"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: { xs: 0, sm: 1 },
        p: 1,
        borderColor: 'primary.mark',
      }}
    >
      <IconButton aria-label={t('content.selection.clear')} onClick={selection.clear}>
        <Close />
      </IconButton>
      <Typography component="output" sx={{ flex: { xs: '1 0 calc(100% - 56px)', sm: 1 }, minWidth: 120 }}>
        {t('content.selection.count', { number: number(selection.ids.length) })}
      </Typography>
      {tasks.map((task) => (
        <Button
          key={task}
          color={task === 'delete' ? 'error' : 'primary'}
          onClick={() => onTask(task)}
          sx={{ minHeight: 44, minWidth: 0, flex: { xs: '1 0 auto', sm: 'none' } }}
        >
          {t(`content.task.${task}`)}
        </Button>
      ))}
    </StickyBar>
  );
}
