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
  /** After the text. */
  mark?: ReactNode;
};

/** One row of a side drawer: an icon and a text. For a link, set `component` and its properties. */
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
