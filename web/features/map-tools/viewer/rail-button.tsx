import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { radii, sizes } from '../../../ui/sizes.ts';

interface RailButtonProps {
  label: string;
  /** Where the label is in relation to the icon; undefined: in a tooltip. */
  named: 'beside' | 'below' | undefined;
  sx: object | undefined;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  'aria-pressed'?: boolean;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'data-tool'?: string;
  children: ReactNode;
}

/** A button of the rail, or of the bar on phones. */
export function RailButton({ label, named, sx, children, ...button }: RailButtonProps) {
  const [cut, setCut] = useState(false);
  const measure = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const name = currentTarget.querySelector('[data-name]');
    setCut(name !== null && name.scrollHeight > name.clientHeight + 1);
  };
  if (named === 'below')
    return (
      <Tooltip
        title={cut && !button['aria-pressed'] ? label : ''}
        placement="right"
        enterDelay={500}
        disableInteractive
      >
        <ButtonBase
          aria-label={label}
          sx={{ ...styles.tool, ...styles.below, ...sx }}
          onPointerEnter={measure}
          onFocus={measure}
          {...button}
        >
          {children}
          <span data-name>{label}</span>
        </ButtonBase>
      </Tooltip>
    );
  if (named)
    return (
      <Button
        color="inherit"
        startIcon={children}
        sx={{ ...styles.tool, ...styles.named, ...sx }}
        {...button}
      >
        <span>{label}</span>
      </Button>
    );
  return (
    // The panel of an open tool shows its name, and the tooltip would cover it.
    <Tooltip
      title={button['aria-pressed'] ? '' : label}
      placement="right"
      enterDelay={500}
      disableInteractive
    >
      <IconButton aria-label={label} sx={{ ...styles.tool, ...sx }} {...button}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

const styles = {
  named: {
    width: 'auto',
    height: 'auto',
    minHeight: 36,
    // As those with names below.
    flex: `0 1 ${sizes.touch}px`,
    '@media (pointer: coarse)': { minHeight: sizes.touch },
    justifyContent: 'flex-start',
    px: 1.25,
    fontWeight: 400,
    textAlign: 'start',
    lineHeight: 1.2,
    '& > span:last-of-type': { overflow: 'hidden', overflowWrap: 'anywhere' },
    '& .MuiButton-startIcon': { ml: 0, mr: 0, marginInlineEnd: 1.5 },
  },
  below: {
    // In a low window rows are as low as their names allow: the tools of most maps fit into 800 pixels.
    flex: { xs: '1 1 0', sm: '0 1 3.5rem' },
    width: 'auto',
    minWidth: sizes.touch,
    // The same with two lines of text: index.html shows a map's picture above the bar before its names are known.
    height: { xs: 56, sm: 'auto' },
    flexDirection: 'column',
    justifyContent: 'center',
    gap: { xs: '2px', sm: 0 },
    px: { xs: 0.25, sm: 0 },
    py: { sm: '2px' },
    '@media (pointer: coarse)': { py: { sm: '6px' } },
    '& > svg': { fontSize: { sm: '1.25rem' } },
    '& > [data-name]': {
      maxWidth: '100%',
      flexShrink: 0,
      fontFamily: 'fontFamily',
      fontSize: '0.6875rem',
      lineHeight: 1.2,
      // Marks above and below the letters of some scripts reach out of their line, and would be cut off.
      py: '3px',
      my: '-3px',
      textAlign: 'center',
      hyphens: 'auto',
      overflowWrap: 'anywhere',
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: '2',
      overflow: 'hidden',
    },
  },
  tool: {
    width: sizes.touch,
    height: sizes.touch,
    flexShrink: 0,
    borderRadius: radii.control,
    color: 'text.secondary',
  },
} as const;
