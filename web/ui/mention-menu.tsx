import AlternateEmail from '@mui/icons-material/AlternateEmail';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';

export interface MentionMenuProps {
  label: string;
  people: readonly { username: string; name: string }[];
  onMention: (username: string) => void;
}

/** A button that lists people to mention in a text. */
export function MentionMenu({ label, people, onMention }: MentionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <AlternateEmail fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor ?? null} open={anchor !== undefined} onClose={() => setAnchor(undefined)}>
        {people.map(({ username, name }) => (
          <MenuItem
            key={username}
            onClick={() => {
              setAnchor(undefined);
              onMention(username);
            }}
          >
            <bdi>{name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** A text with a mention added at its end. */
export function withMention(text: string, username: string): string {
  return `${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${username} `;
}
