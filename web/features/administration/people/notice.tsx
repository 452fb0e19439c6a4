import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

/** What has just happened. It takes the focus, for what had it is gone. */
export function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert ref={box} tabIndex={-1} severity="success" onClose={onClose}>
      {text}
    </Alert>
  );
}
