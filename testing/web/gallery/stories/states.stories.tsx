import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { LandingLayout } from '../../../../web/ui/landing-layout.tsx';
import { LoadingBar } from '../../../../web/ui/loading-bar.tsx';
import { Page } from '../../../../web/ui/page.tsx';
import { RenameDialog } from '../../../../web/ui/rename-dialog.tsx';
import { Section } from '../../../../web/ui/section.tsx';
import { SignInFirst } from '../../../../web/ui/sign-in-first.tsx';
import { ErrorView, LoadFailed, StateMessage } from '../../../../web/ui/state-message.tsx';
import { UndoNotice } from '../../../../web/ui/undo-notice.tsx';
import { WithEnglish } from '../../../../web/ui/with-english.tsx';
import { WaitingItem } from '../../../../web/ui/waiting-item.tsx';

export default { title: 'States of a page' };

const nothing = {
  icon: <SearchOff />,
  title: 'No maps found',
  detail: 'Search for something else, or remove a filter.',
  action: <Button variant="contained">Remove filters</Button>,
};

export const Nothing = () => <StateMessage {...nothing} />;
export const NothingInAPanel = () => <StateMessage {...nothing} compact />;
export const Failure = () => (
  <StateMessage
    icon={<SearchOff />}
    title="Couldn’t load maps"
    detail="The portal didn’t respond."
    role="alert"
  />
);
export const EnglishWords = () => (
  <Box>
    <WithEnglish text="Das Archiv ist beschädigt (invalid zip file)." english="invalid zip file" />
  </Box>
);
export const FailedPanel = () => (
  <LoadFailed title="Couldn’t open this tool" retry="Try again" onRetry={() => {}} />
);

export const ErrorPage = () => (
  <ErrorView message="Something went wrong" detail="Error 7f3a">
    <Button variant="contained">Home</Button>
  </ErrorView>
);

export const Landing = () => (
  <LandingLayout logo="" title="Mapping: Astana">
    <Button variant="contained">Sign in</Button>
  </LandingLayout>
);
export const LandingWithError = () => <LandingLayout logo="" title="Mapping" error="App ID not found" />;

const membersOnly = {
  title: 'Groups',
  reason: 'Sign in to see your groups.',
  signIn: 'Sign in',
  authorizing: 'Signing in',
  onSignIn: () => {},
};

export const MembersOnly = () => <SignInFirst {...membersOnly} isAuthorizing={false} />;
export const MembersOnlyAuthorizing = () => <SignInFirst {...membersOnly} isAuthorizing />;

export const Question = () => (
  <ConfirmDialog
    question="Delete the field “Storeys”?"
    consequences="42 features lose its values."
    confirm="Delete field"
    cancel="Cancel"
    error="The layer is in use."
    onConfirm={() => {}}
    onClose={() => {}}
  />
);

export const AnotherTitle = () => (
  <RenameDialog
    title="Trees of the old town"
    label="Title"
    rename="Rename"
    cancel="Cancel"
    error="The server didn’t respond."
    onRename={() => {}}
    onClose={() => {}}
  />
);

export const Loading = () => (
  <Box sx={{ position: 'relative', height: 8 }}>
    <LoadingBar active label="Loading" />
  </Box>
);

export const PageOfText = () => (
  <Page>
    <Box sx={{ p: 2 }}>A page has the width and the margins of the product.</Box>
  </Page>
);

export const Sections = () => (
  <Page>
    <Section title="Sessions" text="Where you’re signed in.">
      <div>This browser</div>
    </Section>
    <Section title="Registration" lead={<SearchOff />} gap={3}>
      <div>Redirect addresses</div>
    </Section>
  </Page>
);

export const Waiting = () => (
  <ul style={{ padding: 0, listStyle: 'none' }}>
    <WaitingItem
      title="Stops: Expo"
      detail="Changed feature · Public transport · 5 minutes ago"
      status="Waits for a connection"
      severity="info"
      actions={[{ label: 'Show on the map', onClick: () => {} }]}
      discard={{
        label: 'Discard',
        question: 'What you entered will be deleted.',
        keep: 'Keep',
        onDiscard: () => {},
      }}
    />
    <WaitingItem
      title="Is this stop still here?"
      detail="Comment · Public transport · 5 minutes ago"
      status="Couldn’t be sent. The map was deleted."
      severity="warning"
      actions={[{ label: 'Copy text', onClick: () => {} }]}
    />
  </ul>
);

export const Undo = () => (
  <UndoNotice
    done={{ items: 2 }}
    message="2 items deleted"
    undoLabel="Undo"
    takesFocus={false}
    onUndo={() => {}}
    onOver={() => {}}
    onFocusLeft={() => {}}
  />
);
