import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useItemTexts } from '../../../../i18n/index.ts';
import { Link } from 'react-router';
import { useConfiguration } from '../../../../context/application-context.ts';
import { detailsAddress, detailsStep } from '../../../../context/addresses.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { type ItemTask, useItemTasks } from './use-item-tasks.ts';

/** The menu of one item. */
export function ItemMenu({ item, onTask }: { item: PortalItem; onTask: (task: ItemTask) => void }) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { org } = useConfiguration();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const tasks = useItemTasks([item]);
  return (
    <>
      <IconButton
        aria-label={t('content.menu', { title: titleOf(item) })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        <MoreVert />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        <MenuItem component={Link} to={detailsAddress(org, item)} state={detailsStep}>
          {t('content.task.details')}
        </MenuItem>
        {tasks.map((task) => (
          <MenuItem
            key={task}
            onClick={() => {
              setAnchor(undefined);
              onTask(task);
            }}
          >
            {t(`content.task.${task}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
