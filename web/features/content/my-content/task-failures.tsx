import Alert from '@mui/material/Alert';
import type { BatchFailure } from './use-batch.ts';

export interface TaskFailuresProps {
  message: string;
  failures: readonly BatchFailure[];
  /** Without it, the failures stay. */
  onClose?: () => void;
}

/** The failures of an action, with reasons, per item. */
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
