import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
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
    <Paper
      role="toolbar"
      aria-label={t('content.selection')}
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        // What is scrolled past does not show again below the bar.
        '&::after': {
          content: '""',
          position: 'absolute',
          insetInline: -1,
          top: 'calc(100% + 1px)',
          height: 16,
          bgcolor: 'background.default',
        },
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: { xs: 0, sm: 1 },
        p: 1,
        borderRadius: '12px',
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
    </Paper>
  );
}
