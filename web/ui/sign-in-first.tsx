import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Page } from './page.tsx';
import { StateMessage } from './state-message.tsx';

interface SignInFirstProps {
  /** Of the page. */
  title: string;
  /** Why the page requires a sign-in. */
  reason: string;
  /** Labels of the button, and of the placeholder while a sign-in is being completed. */
  signIn: string;
  authorizing: string;
  isAuthorizing: boolean;
  onSignIn: () => void;
}

/** A page that is for members only, as visitors see it. */
export function SignInFirst({
  title,
  reason,
  signIn,
  authorizing,
  isAuthorizing,
  onSignIn,
}: SignInFirstProps) {
  const action = (
    <Button variant="contained" onClick={onSignIn}>
      {signIn}
    </Button>
  );
  return (
    <Page>
      <Typography variant="h1">{title}</Typography>
      {isAuthorizing ? (
        <Skeleton variant="rounded" height={320} aria-label={authorizing} />
      ) : (
        <StateMessage icon={<Lock />} title={reason} action={action} />
      )}
    </Page>
  );
}
