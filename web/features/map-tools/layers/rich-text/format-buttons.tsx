import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatClear from '@mui/icons-material/FormatClear';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeLink } from '../../../../map/safe-links.ts';
import { radii } from '../../../../ui/sizes.ts';
import { FormatListBulleted } from '../../../../ui/mirrored-icons.ts';
import { ColorInput } from '../setting-fields.tsx';
import { declarations, type KeptAttributes } from './schema.ts';

const black = '#000000';

/** Formats of the selected text. */
export function FormatButtons({ editor, label }: { editor: Editor; label: string }) {
  const { t } = useTranslation();
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      bold: one.isActive('bold'),
      italic: one.isActive('italic'),
      underline: one.isActive('underline'),
      bullets: one.isActive('bulletList'),
      numbers: one.isActive('orderedList'),
      link: one.isActive('link') ? String(one.getAttributes('link')['href'] ?? '') : undefined,
      color: colorOf(one),
    }),
  });
  const chain = () => editor.chain().focus(null, { scrollIntoView: false });
  const buttons = [
    { key: 'bold', Icon: FormatBold, pressed: state.bold, act: () => chain().toggleBold().run() },
    { key: 'italic', Icon: FormatItalic, pressed: state.italic, act: () => chain().toggleItalic().run() },
    {
      key: 'underline',
      Icon: FormatUnderlined,
      pressed: state.underline,
      act: () => chain().toggleUnderline().run(),
    },
    {
      key: 'bullets',
      Icon: FormatListBulleted,
      pressed: state.bullets,
      act: () => chain().toggleBulletList().run(),
    },
    {
      key: 'numbers',
      Icon: FormatListNumbered,
      pressed: state.numbers,
      act: () => chain().toggleOrderedList().run(),
    },
  ] as const;
  return (
    <Box role="toolbar" aria-label={t('layers.text.formats', { label })} sx={styles.bar}>
      {buttons.map(({ key, Icon, pressed, act }) => (
        <IconButton
          key={key}
          aria-label={t(`layers.text.${key}`)}
          title={t(`layers.text.${key}`)}
          aria-pressed={pressed}
          onClick={act}
          sx={styles.button}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
      <LinkButton editor={editor} link={state.link} />
      <ColorInput
        label={t('layers.text.color')}
        value={state.color ?? black}
        onChange={(color) => setColor(editor, color)}
      />
      <IconButton
        aria-label={t('layers.text.clear')}
        title={t('layers.text.clear')}
        onClick={() => chain().unsetAllMarks().run()}
        sx={styles.button}
      >
        <FormatClear fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** The colour of the selection's text as `#rrggbb`, which colour inputs need. */
function colorOf(editor: Editor): string | undefined {
  const { style } = (editor.getAttributes('kept')['attributes'] ?? {}) as { style?: string };
  const color = declarations(style ?? null)?.get('color');
  return color && /^#[\da-f]{6}$/i.test(color) ? color : undefined;
}

/** Colours the selection: each part keeps its other styles. */
function setColor(editor: Editor, color: string): void {
  editor
    .chain()
    .command(({ tr, state }) => {
      const { kept } = state.schema.marks;
      if (!kept) return false;
      const mark = (attributes: KeptAttributes) => kept.create({ ...attributes });
      const { from, to, empty } = tr.selection;
      if (empty) tr.addStoredMark(mark({ tag: 'span', attributes: { style: `color:${color}` } }));
      state.doc.nodesBetween(from, to, (node, position) => {
        if (!node.isInline) return;
        const range = [Math.max(position, from), Math.min(position + node.nodeSize, to)] as const;
        const own = node.marks.findLast(({ type, attrs }) => type === kept && attrs['tag'] === 'span');
        const { attributes = {} } = (own?.attrs ?? {}) as Partial<KeptAttributes>;
        const style = declarations(attributes['style'] ?? null) ?? new Map<string, string>();
        style.set('color', color);
        if (own) tr.removeMark(...range, own);
        const written = [...style].map((pair) => pair.join(':')).join(';');
        tr.addMark(...range, mark({ tag: 'span', attributes: { ...attributes, style: written } }));
      });
      return true;
    })
    .run();
}

/** The dialog opens at its field. */
const focus = (input: HTMLInputElement | null) => input?.focus();

function LinkButton({ editor, link }: { editor: Editor; link: string | undefined }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [typed, setTyped] = useState('');
  const address = /^[\w-]+(?:\.[\w-]+)+/.test(typed.trim()) ? `https://${typed.trim()}` : typed.trim();
  const bad = address !== '' && !isSafeLink(address);
  const close = () => setAnchor(null);
  const chain = () => editor.chain().focus(null, { scrollIntoView: false }).extendMarkRange('link');
  const apply = () => {
    if (bad || !address) return;
    close();
    const href = { href: address, target: '_blank', rel: 'noopener noreferrer' };
    if (editor.state.selection.empty && link === undefined)
      chain()
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: href }] })
        .run();
    else chain().setLink(href).run();
  };
  return (
    <>
      <IconButton
        aria-label={t('layers.text.link')}
        title={t('layers.text.link')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-pressed={link !== undefined}
        onClick={(event) => {
          setTyped(link ?? '');
          setAnchor(event.currentTarget);
        }}
        sx={styles.button}
      >
        <LinkIcon fontSize="small" />
      </IconButton>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('layers.text.link'), sx: styles.paper } }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
          sx={{ display: 'grid', gap: 1 }}
        >
          <TextField
            inputRef={focus}
            fullWidth
            size="small"
            label={t('layers.text.address')}
            value={typed}
            error={bad}
            helperText={bad ? t('layers.text.badAddress') : t('layers.text.addressHelp')}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { dir: 'ltr', maxLength: 2000 } }}
          />
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button type="submit" variant="contained" size="small" disabled={bad || !address}>
              {t('layers.text.apply')}
            </Button>
            {link !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  close();
                  chain().unsetLink().run();
                }}
              >
                {t('layers.text.removeLink')}
              </Button>
            )}
          </Box>
        </Box>
      </Popover>
    </>
  );
}

const styles = {
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 0.25,
    px: 0.5,
    borderBottom: 1,
    borderColor: 'divider',
  },
  button: {
    px: 0.75,
    borderRadius: radii.control,
    '&[aria-pressed="true"]': { backgroundColor: 'action.selected', color: 'text.primary' },
  },
  paper: { p: 2, width: 320, maxWidth: 'calc(100vw - 32px)' },
} as const;
