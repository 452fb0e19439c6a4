import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import Code from '@mui/icons-material/Code';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { type Choice, InsertField } from '../setting-fields.tsx';
import { readHtml, readLine, writeHtml, writeLine } from './html.ts';
import { lineExtensions, textExtensions } from './schema.ts';
import { FormatButtons } from './format-buttons.tsx';

interface TextEditorProps {
  label: string;
  value: string;
  /** The fields and expressions that can be inserted. */
  choices: readonly Choice[];
  onChange: (value: string) => void;
}

/** A line of plain text and fields. */
export function LineEditor({ label, value, choices, onChange }: TextEditorProps) {
  const editor = useTextEditor({
    label,
    value,
    extensions: lineExtensions,
    choices,
    read: readLine,
    write: (one) => writeLine(one.state.doc),
    onChange,
  });
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Surface label={label} editor={editor} />
      <InsertField choices={choices} onInsert={(token) => insertField(editor, token)} />
    </Box>
  );
}

/** A text of a popup with formats and fields. HTML that the editor can't represent is edited as source. */
export function RichTextEditor(props: TextEditorProps) {
  const { t } = useTranslation();
  const { value, choices, onChange } = props;
  const [isSource, setSource] = useState(false);
  const [written, setWritten] = useState<string>();
  const fits = useMemo(
    () => value === written || readHtml(value, choices) !== undefined,
    [value, written, choices],
  );
  const write = (text: string) => {
    setWritten(text);
    onChange(text);
  };
  if (fits && !isSource)
    return <FormattedText {...props} onChange={write} onSource={() => setSource(true)} />;
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TextField
        fullWidth
        multiline
        minRows={3}
        maxRows={14}
        size="small"
        label={t('layers.popup.html')}
        value={value}
        onChange={({ target }) => {
          // A text that becomes simple while it is typed stays source until the button below.
          setSource(true);
          onChange(target.value);
        }}
        helperText={fits ? undefined : t('layers.popup.onlySource')}
        slotProps={{
          htmlInput: { dir: 'ltr', spellCheck: false, maxLength: 20_000 },
          input: { sx: { fontFamily: 'monospace' } },
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <InsertField choices={choices} onInsert={(field) => onChange(`${value}${value && ' '}${field}`)} />
        {fits && (
          <Button size="small" onClick={() => setSource(false)}>
            {t('layers.popup.asText')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function FormattedText({
  label,
  value,
  choices,
  onChange,
  onSource,
}: TextEditorProps & { onSource: () => void }) {
  const { t } = useTranslation();
  const editor = useTextEditor({
    label,
    value,
    extensions: textExtensions,
    choices,
    multiline: true,
    read: readHtml,
    write: (one) => writeHtml(one.state.doc),
    onChange,
  });
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Surface label={label} editor={editor} head={<FormatButtons editor={editor} label={label} />} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <InsertField choices={choices} onInsert={(token) => insertField(editor, token)} />
        <Button size="small" startIcon={<Code fontSize="small" />} onClick={onSource}>
          {t('layers.popup.asSource')}
        </Button>
      </Box>
    </Box>
  );
}

function insertField(editor: Editor, token: string): void {
  editor
    .chain()
    .focus(null, { scrollIntoView: false })
    .insertContent({ type: 'field', attrs: { token } })
    .run();
}

/** An editor that reports each change as text, and takes over texts that were changed elsewhere. */
function useTextEditor({
  label,
  value,
  choices,
  multiline = false,
  extensions,
  read,
  write,
  onChange,
}: TextEditorProps & {
  multiline?: boolean;
  extensions: typeof textExtensions;
  read: (text: string, choices: readonly Choice[]) => object | undefined;
  write: (editor: Editor) => string;
}): Editor {
  const written = useRef(value);
  const change = useEffectEvent((editor: Editor) => {
    const next = write(editor);
    if (next === written.current) return;
    written.current = next;
    onChange(next);
  });
  const key = JSON.stringify(choices);
  const editor = useEditor(
    {
      extensions: extensions(choices),
      content: read(value, choices) ?? '',
      // The styles below replace those of the library.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-label': label,
          'aria-multiline': String(multiline),
          spellcheck: 'true',
        },
      },
      onUpdate: (event) => change(event.editor),
    },
    [key],
  );
  const takeOver = useEffectEvent((text: string) => {
    if (text === written.current) return;
    written.current = text;
    const content = read(text, choices);
    if (content) editor.commands.setContent(content, { emitUpdate: false });
  });
  useEffect(() => takeOver(value), [value]);
  return editor;
}

/** The text, below its label or its toolbar. */
function Surface({ label, editor, head }: { label: string; editor: Editor; head?: ReactNode }) {
  return (
    <Box>
      {!head && (
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
      )}
      <Box sx={styles.surface}>
        {head}
        <EditorContent editor={editor} />
      </Box>
    </Box>
  );
}

const styles = {
  surface: {
    border: 1,
    borderColor: 'outline.main',
    borderRadius: radii.control,
    '&:hover': { borderColor: 'text.primary' },
    '&:focus-within': { borderColor: 'primary.main', outline: '1px solid', outlineColor: 'primary.main' },
    '& .ProseMirror': {
      position: 'relative',
      minHeight: sizes.touch,
      maxHeight: 320,
      overflowY: 'auto',
      px: 1.5,
      py: 1,
      outline: 'none',
      whiteSpace: 'break-spaces',
      overflowWrap: 'anywhere',
      fontVariantLigatures: 'none',
    },
    // Each paragraph has the direction of its own text.
    '& .ProseMirror > *': { unicodeBidi: 'plaintext', textAlign: 'start' },
    '& .ProseMirror > :is(ul, ol)': { unicodeBidi: 'normal' },
    '& .ProseMirror :is(p, div, h1, h2, h3, h4, h5, h6, li)': { marginBlock: 0 },
    '& .ProseMirror > * + *': { marginBlockStart: '8px' },
    '& .ProseMirror :is(ul, ol)': { paddingInlineStart: '24px', marginBlock: 0 },
    '& .ProseMirror a': { color: 'primary.readable' },
    '& .ProseMirror [data-field]': {
      display: 'inline-block',
      px: 0.75,
      borderRadius: radii.small,
      backgroundColor: 'action.selected',
      color: 'text.primary',
      fontSize: '0.95em',
      whiteSpace: 'nowrap',
    },
    '& .ProseMirror [data-field].ProseMirror-selectednode': {
      outline: '2px solid',
      outlineColor: 'primary.main',
    },
    '& .ProseMirror-separator': { display: 'inline !important', border: 0, m: 0, width: 0, height: 0 },
  },
} as const;
