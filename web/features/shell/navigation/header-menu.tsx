import type { SvgIconComponent } from '@mui/icons-material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import Tooltip from '@mui/material/Tooltip';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { useNarrowHeader } from '../../../ui/use-screen.ts';

/**
 * A button of the header that opens a menu; an icon only on narrow screens. `children` receives a function that closes
 * it.
 */
export function HeaderMenu({
  label,
  Icon,
  children,
}: {
  label: string;
  Icon: SvgIconComponent;
  children: (close: () => void) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const buttonId = useId();
  const menuId = useId();
  const narrow = useNarrowHeader();
  const close = () => setAnchor(null);
  const opener = {
    id: buttonId,
    color: 'inherit',
    'aria-haspopup': 'menu',
    'aria-controls': anchor ? menuId : undefined,
    'aria-expanded': Boolean(anchor),
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {narrow ? (
        <Tooltip title={label}>
          <IconButton {...opener} aria-label={label}>
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button {...opener} endIcon={<ExpandMore />} sx={{ whiteSpace: 'nowrap' }}>
          {label}
        </Button>
      )}
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': buttonId }, paper: { sx: { minWidth: 200 } } }}
      >
        {children(close)}
      </Menu>
    </>
  );
}
