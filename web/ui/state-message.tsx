import CloudOff from '@mui/icons-material/CloudOffOutlined';
import SentimentVeryDissatisfied from '@mui/icons-material/SentimentVeryDissatisfied';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { radii } from './sizes.ts';
import { useLateText } from './use-late-text.ts';

export interface StateMessageProps {
  icon: ReactNode;
  /** One line: what happened. */
  title: ReactNode;
  /** A second line: why. */
  detail?: ReactNode;
  /** The action to offer. */
  action?: ReactNode;
  /** On one line, for places without room for an empty box. */
  compact?: boolean;
  /** `alert` for failures, so that screen readers announce them at once. */
  role?: 'status' | 'alert';
}

const centred = { display: 'grid', justifyItems: 'center', px: 3, py: 4, textAlign: 'center' } as const;

/** Replaces the content of a list or panel that is empty or failed to load. */
export function StateMessage({
  icon,
  title,
  detail,
  action,
  compact = false,
  role = 'status',
}: StateMessageProps) {
  const late = useLateText(role === 'status');
  return (
    <Box
      role={role}
      sx={{
        ...(compact ? { display: 'flex', alignItems: 'center', px: 2, py: 1.5 } : centred),
        gap: 1,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: radii.card,
        color: 'text.secondary',
        '& > svg': { fontSize: compact ? 24 : 32 },
      }}
    >
      {icon}
      <Box {...late} sx={{ display: 'contents' }}>
        <Typography color="textPrimary" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {detail && <Typography sx={{ overflowWrap: 'anywhere' }}>{detail}</Typography>}
      </Box>
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  );
}

/** Replaces a panel that could not be loaded, with a button that tries again. */
export function LoadFailed({
  title,
  retry,
  onRetry,
}: {
  title: string;
  /** The label of the button. */
  retry: string;
  onRetry: () => void;
}) {
  return (
    <StateMessage
      role="alert"
      icon={<CloudOff />}
      title={title}
      action={<Button onClick={onRetry}>{retry}</Button>}
    />
  );
}

/** A page or view that failed: a sad face, what happened, and ways out. */
export function ErrorView({
  message,
  detail,
  children,
}: {
  message: string;
  /** What to do. */
  detail?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      role="alert"
      sx={{
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        gap: 2,
        p: 3,
        minHeight: '60dvh',
        textAlign: 'center',
      }}
    >
      <SentimentVeryDissatisfied aria-hidden sx={{ fontSize: 72, color: 'text.secondary' }} />
      <Typography variant="h2" component="h1" sx={{ maxWidth: 560, overflowWrap: 'anywhere' }}>
        {message}
      </Typography>
      {detail && (
        <Typography color="textSecondary" sx={{ maxWidth: 560 }}>
          {detail}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{children}</Box>
    </Box>
  );
}
