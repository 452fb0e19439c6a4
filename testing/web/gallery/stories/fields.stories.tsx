import { useState } from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import Close from '@mui/icons-material/Close';
import { Choice, WideChoice } from '../../../../web/ui/choice.tsx';
import { CommentEditor } from '../../../../web/ui/comment-editor.tsx';
import { CopyField } from '../../../../web/ui/copy-field.tsx';
import { LanguageSelect } from '../../../../web/i18n/language-select.tsx';
import { LeftToRight } from '../../../../web/ui/left-to-right.tsx';
import { OptionGroup } from '../../../../web/ui/option-group.tsx';
import { MentionMenu } from '../../../../web/ui/mention-menu.tsx';
import { DateTimeField } from '../../../../web/ui/date-time-field.tsx';
import { PasswordField } from '../../../../web/ui/password-field.tsx';
import { ChipsSkeleton, ChoiceSkeleton, FiltersSkeleton } from '../../../../web/ui/field-skeletons.tsx';
import { FileButton, FileIconButton } from '../../../../web/ui/file-button.tsx';
import { SearchField } from '../../../../web/ui/search-field.tsx';
import { TagsField } from '../../../../web/ui/tags-field.tsx';
import { Toolbar } from '../../../../web/ui/toolbar.tsx';
import { TouchButton } from '../../../../web/ui/touch-button.tsx';

export default { title: 'Fields' };

export const Choices = () => {
  const [value, setValue] = useState('relevance');
  const options = [
    ['relevance', 'Most relevant'],
    ['title', 'Title'],
    ['modified', 'Last changed'],
  ] as const;
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Choice label="Sort by" value={value} options={options} onChoose={setValue} />
      <Choice label="Sort by" value={value} options={options} onChoose={setValue} tall />
      <ChoiceSkeleton />
      <WideChoice label="Layer" value="stops" onChange={() => {}}>
        {[
          ['stops', 'Stops'],
          ['parks', 'Parks'],
        ]}
      </WideChoice>
    </Box>
  );
};

export const Languages = () => {
  const [value, setValue] = useState('de');
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      <LanguageSelect label="Translate into" value={value} marked={['de', 'ar']} onChange={setValue} />
      <LanguageSelect label="Add a language" without={['en']} onChange={() => {}} />
    </Box>
  );
};

export const LoadingFilters = () => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <FiltersSkeleton label="Filters" />
    <ChipsSkeleton labels={['Layers', 'transport']} button="Clear filters" />
  </Box>
);

export const Mentions = () => (
  <MentionMenu
    label="Mention someone"
    people={[
      { username: 'grace', name: 'Grace Hopper' },
      { username: 'linus', name: 'Linus' },
    ]}
    onMention={() => {}}
  />
);

export const Comments = () => {
  const [text, setText] = useState('Which year is this?');
  const editor = {
    text,
    onText: setText,
    send: 'Comment',
    onSend: (onSettled: () => void) => onSettled(),
    isSending: false,
    cancel: 'Cancel',
    mention: 'Mention someone',
    people: [{ username: 'grace', name: 'Grace Hopper' }],
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 360 }}>
      <CommentEditor {...editor} label="New comment" help="@username notifies people who see the item." />
      <CommentEditor {...editor} label="Reply" people={[]} onCancel={() => {}} isSending />
      <CommentEditor {...editor} label="Reply" onCancel={() => {}} error="Couldn’t send the comment." />
    </Box>
  );
};

export const GroupsOfOptions = () => (
  <Autocomplete
    open
    disablePortal
    options={['Stops', 'Parks', 'City park']}
    groupBy={(option) => (option === 'City park' ? 'Places' : 'Layers')}
    renderGroup={({ key, group, children }) => (
      <OptionGroup key={key} group={group}>
        {children}
      </OptionGroup>
    )}
    renderInput={(field) => <TextField {...field} label="Search" />}
    sx={{ maxWidth: 360, minHeight: 280 }}
  />
);

export const Moments = () => {
  const [value, setValue] = useState<number | undefined>(1_780_000_000_000);
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 360 }}>
      <DateTimeField
        label="Date and time"
        value={value}
        onChange={setValue}
        help="The history begins in May."
      />
      <DateTimeField label="Date and time" value={undefined} onChange={setValue} />
      <DateTimeField
        label="Date and time"
        value={value}
        onChange={setValue}
        error
        help="Choose an earlier time."
      />
    </Box>
  );
};

export const Passwords = () => {
  const [value, setValue] = useState('correct horse');
  const field = { show: 'Show password', value, onChange: setValue };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 360 }}>
      <PasswordField {...field} label="Current password" />
      <PasswordField {...field} label="New password" help="At least 8 characters" isNew />
      <PasswordField {...field} label="New password" error="Use at least 8 characters." isNew />
    </Box>
  );
};

export const Searches = () => (
  <Box sx={{ display: 'grid', gap: 2, maxWidth: 360 }}>
    <SearchField value="" label="Search maps" clearLabel="Clear" onSearch={() => {}} />
    <SearchField value="parks" label="Search maps" clearLabel="Clear" onSearch={() => {}} />
  </Box>
);

export const Copying = () => (
  <Box sx={{ maxWidth: 480 }}>
    <CopyField
      label="Redirect URL"
      value="https://maps.example.org/city/signed-in"
      copy="Copy redirect URL"
      copied="Copied"
      copyFailed="The browser doesn’t allow copying. Select the text and copy it."
    />
  </Box>
);

export const Tags = () => {
  const [tags, setTags] = useState(['parks', 'city']);
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 360 }}>
      <TagsField label="Tags" help="Press Enter after each tag" value={tags} onChange={setTags} />
      <TagsField label="Tags" help="Press Enter after each tag" value={[]} onChange={setTags} size="small" />
    </Box>
  );
};

/** Runs from the left in every language. */
export const Time = () => (
  <Box sx={{ maxWidth: 360, px: 2 }}>
    <LeftToRight>
      <Slider aria-label="Year" defaultValue={2020} min={2000} max={2026} valueLabelDisplay="on" />
    </LeftToRight>
  </Box>
);

export const TouchButtons = () => (
  <Toolbar label="One stop of the Tab key" sx={{ display: 'flex' }}>
    <TouchButton label="Close" onClick={() => {}}>
      <Close />
    </TouchButton>
    <TouchButton label="Close, pressed" pressed onClick={() => {}}>
      <Close />
    </TouchButton>
    <TouchButton label="Close, disabled" disabled onClick={() => {}}>
      <Close />
    </TouchButton>
  </Toolbar>
);

export const FileButtons = () => (
  <Box sx={{ display: 'flex', gap: 1 }}>
    <FileButton label="Choose a file" variant="outlined" onChoose={() => {}} />
    <FileButton label="Loading" variant="outlined" loading onChoose={() => {}} />
    <FileIconButton label="Choose a file" onChoose={() => {}}>
      <Close />
    </FileIconButton>
  </Box>
);
