import Alert from '@mui/material/Alert';
import type { BatchFailure } from './use-batch.ts';

export interface TaskFailuresProps {
  message: string;
  failures: readonly BatchFailure[];
  /** Without it they stay. */
  onClose?: () => void;
}

/** What could not be done, and why, item by item. */
export function TaskFailures({ message, failures, onClose }: TaskFailuresProps) {
  return (
    <Alert severity="error" {...(onClose && { onClose })}>
      {message}
      {failures.map(({ title, reason }, index) => (
        <div key={`${index} ${title}`}>
          <bdi>{title}</bdi>: <bdi>{reason}</bdi>
        </div>
      ))}
    </Alert>
  );
}
