import Alert from '@mui/material/Alert';
import { ErrorMessage } from '../i18n/error-message.tsx';
import type { PhotoFailure } from '../ui/prepare-photo.ts';

/** The files that could not be attached, each with the reason. */
export function PhotoFailures({ failures }: { failures: readonly PhotoFailure[] }) {
  return failures.map(({ name, cause }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
    <Alert key={index} severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <bdi>{name}</bdi>: <ErrorMessage error={cause} />
    </Alert>
  ));
}
