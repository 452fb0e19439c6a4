import ListItem from '@mui/material/ListItem';
import ListItemButton, { type ListItemButtonProps } from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { ElementType, ReactNode } from 'react';

export type DrawerRowProps<Element extends ElementType> = ListItemButtonProps<
  Element,
  { component?: Element }
> & {
  icon: ReactNode;
  text: string;
  /** After the words. */
  mark?: ReactNode;
};

/** One row of a side drawer: an icon and words, to press or to follow. Give `component` and its properties for a link. */
export function DrawerRow<Element extends ElementType = 'div'>({
  icon,
  text,
  mark,
  ...button
}: DrawerRowProps<Element>) {
  return (
    <ListItem disablePadding>
      <ListItemButton {...button}>
        <ListItemIcon>{icon}</ListItemIcon>
        <ListItemText primary={text} />
        {mark}
      </ListItemButton>
    </ListItem>
  );
}
