import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface StateMessageProps {
  icon: ReactNode;
  /** One line: what is the matter. */
  title: string;
  /** One more line: why. */
  detail?: string | undefined;
  /** One way out. */
  action?: ReactNode;
  /** One line high, where an empty box would take more room than it is worth. */
  compact?: boolean;
  /** `alert` for failures, so that screen readers say them at once. */
  role?: 'status' | 'alert';
}

const centred = { display: 'grid', justifyItems: 'center', px: 3, py: 4, textAlign: 'center' } as const;

/** What a list or panel shows instead of its content when it is empty or failed to load. */
export function StateMessage({
  icon,
  title,
  detail,
  action,
  compact = false,
  role = 'status',
}: StateMessageProps) {
  return (
    <Box
      role={role}
      sx={{
        ...(compact ? { display: 'flex', alignItems: 'center', px: 2, py: 1.5 } : centred),
        gap: 1,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: '12px',
        color: 'text.secondary',
        '& > svg': { fontSize: compact ? 24 : 32 },
      }}
    >
      {icon}
      <Typography color="textPrimary" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {detail && <Typography sx={{ overflowWrap: 'anywhere' }}>{detail}</Typography>}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  );
}
