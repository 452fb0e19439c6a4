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
  /** `alert` for failures, so that screen readers say them at once. */
  role?: 'status' | 'alert';
}

/** What a list or panel shows instead of its content: empty, or failed (product.md, Look). */
export function StateMessage({ icon, title, detail, action, role = 'status' }: StateMessageProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 3,
        py: 5,
        textAlign: 'center',
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: '12px',
        color: 'text.secondary',
        '& > svg': { fontSize: 32 },
      }}
    >
      {icon}
      <Typography color="text.primary" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {detail && <Typography sx={{ overflowWrap: 'anywhere' }}>{detail}</Typography>}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  );
}
