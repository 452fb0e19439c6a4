import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef, useState } from 'react';
import { useKeepFocus } from './use-keep-focus.ts';

interface WaitingItemProps {
  /** What waits: the name of its layer or map, or the text of a comment. */
  title: string;
  detail: string;
  status: string;
  severity: AlertColor;
  /** Below the status, such as what differs. */
  children?: ReactNode;
  actions: readonly { label: string; onClick: () => void }[];
  /** Its question is asked first; without it, there is no such button. */
  discard?: { label: string; question: string; keep: string; onDiscard: () => void };
}

/** Something that waits in this browser to be sent: its state, and what can be done. */
export function WaitingItem({
  title,
  detail,
  status,
  severity,
  children,
  actions,
  discard,
}: WaitingItemProps) {
  const [asking, setAsking] = useState(false);
  const part = useRef<HTMLLIElement>(null);
  useKeepFocus(part);
  return (
    <Box ref={part} component="li" tabIndex={-1} sx={styles.item}>
      <Typography dir="auto" sx={styles.text}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {detail}
      </Typography>
      {severity === 'info' ? (
        <Typography variant="body2">{status}</Typography>
      ) : (
        <Alert severity={severity} role="note">
          {status}
        </Alert>
      )}
      {children}
      {asking && discard ? (
        <Alert
          severity="warning"
          action={
            <>
              <Button color="inherit" size="small" onClick={discard.onDiscard}>
                {discard.label}
              </Button>
              <Button color="inherit" size="small" onClick={() => setAsking(false)}>
                {discard.keep}
              </Button>
            </>
          }
        >
          {discard.question}
        </Alert>
      ) : (
        <Box sx={styles.actions}>
          {actions.map(({ label, onClick }) => (
            <Button key={label} size="small" variant="outlined" onClick={onClick}>
              {label}
            </Button>
          ))}
          {discard && (
            <Button size="small" color="error" onClick={() => setAsking(true)}>
              {discard.label}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

const styles = {
  item: { display: 'grid', gap: 0.5, minWidth: 0, '&:focus': { outline: 'none' } },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 },
} as const;
