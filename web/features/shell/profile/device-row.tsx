import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { sizes } from '../../../ui/sizes.ts';

interface DeviceRowProps {
  icon: ReactNode;
  name: string;
  /** Beside the name. */
  mark?: ReactNode;
  /** Below the name. */
  text: ReactNode;
  action?: { label: string; name: string; busy?: boolean; color?: 'error'; onClick: () => void };
}

/** A device, a passkey or an event of the account, with an action. */
export function DeviceRow({ icon, name, mark, text, action }: DeviceRowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 2,
        py: 1.5,
        alignItems: 'center',
        flexWrap: 'wrap',
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {icon}
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi> {mark}
        </Typography>
        <Typography color="textSecondary" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      </Box>
      {action && (
        <Button
          loading={action.busy ?? false}
          color={action.color ?? 'primary'}
          onClick={action.onClick}
          aria-label={action.name}
          sx={{ minHeight: sizes.touch }}
        >
          {action.label}
        </Button>
      )}
    </Box>
  );
}

/** The list of such rows. */
export function DeviceList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}
