import type { SvgIconComponent } from '@mui/icons-material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ComponentType, type MouseEvent, useId, useState } from 'react';
import { Hint } from '../../../ui/hint.tsx';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { useNarrowHeader } from '../../../ui/use-screen.ts';

/** What a menu receives from its button. */
export interface OpenedMenuProps {
  id: string;
  buttonId: string;
  anchor: HTMLElement | null;
  onClose: () => void;
}

/**
 * A button of the header that opens a menu, which is loaded then; an icon only on narrow screens.
 */
export function HeaderMenu({
  label,
  Icon,
  load,
}: {
  label: string;
  Icon: SvgIconComponent;
  load: () => Promise<ComponentType<OpenedMenuProps>>;
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
        <Hint title={label}>
          <IconButton {...opener} aria-label={label}>
            <Icon fontSize="small" />
          </IconButton>
        </Hint>
      ) : (
        <Button {...opener} endIcon={<ExpandMore />} sx={{ whiteSpace: 'nowrap' }}>
          {label}
        </Button>
      )}
      <LazyBoundary
        wanted={anchor !== null}
        load={load}
        props={{ id: menuId, buttonId, anchor, onClose: close }}
      />
    </>
  );
}
