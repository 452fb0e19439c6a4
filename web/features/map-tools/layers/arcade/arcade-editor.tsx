import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  checkExpression,
  type ExpressionFault,
  type ExpressionUse,
} from '../../../../map/configure/configure.ts';
import type { LayerField } from '../../../../map/layers/layer-fields.ts';
import { radii } from '../../../../ui/sizes.ts';
import { completionsAt } from './completions.ts';

export interface ArcadeEditorProps {
  label: string;
  /** The expression at the beginning. */
  value: string;
  fields: readonly LayerField[];
  use: ExpressionUse;
  onChange: (expression: string) => void;
}

/** An editor of Arcade, with completion, and errors marked where they are. Arcade has the syntax of JavaScript. */
export function ArcadeEditor({ label, value, fields, use, onChange }: ArcadeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const { mode, systemMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  const text = useRef(value);
  const change = useEffectEvent((next: string) => {
    text.current = next;
    onChange(next);
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const view = new EditorView({
      parent: host.current,
      doc: text.current,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        new LanguageSupport(javascriptLanguage),
        syntaxHighlighting(dark ? darkStyle : defaultHighlightStyle),
        autocompletion({
          override: [
            ({ state, pos }) => {
              const before = state.doc.lineAt(pos);
              const found = completionsAt(before.text.slice(0, pos - before.from), fields, use);
              if (!found) return null;
              const { length, words } = found;
              // Filtered by the part after the dot, which the editor would not find in the labels.
              const typed = state
                .sliceDoc(pos - length, pos)
                .replace('.', '')
                .toLowerCase();
              const options = words.filter((word) => word.label.toLowerCase().includes(typed));
              return { from: pos - length, options, filter: false };
            },
          ],
        }),
        linter(
          async ({ state: { doc } }) =>
            diagnosticsOf(doc, await checkExpression(doc.toString(), use, fields)),
          { delay: 300 },
        ),
        // Tab leaves the editor, as it leaves other fields.
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= maxLength),
        EditorView.lineWrapping,
        EditorView.theme({}, { dark }),
        EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) change(state.doc.toString());
        }),
      ],
    });
    view.focus();
    return () => view.destroy();
  }, [label, fields, use, dark]);
  return (
    <Box
      ref={host}
      dir="ltr"
      // Escape closes the list of completions, not the dialog with what was typed.
      onKeyDown={(event) => event.key === 'Escape' && event.defaultPrevented && event.stopPropagation()}
      sx={styles.editor}
    />
  );
}

const maxLength = 20_000;

function diagnosticsOf(doc: Text, fault: ExpressionFault | undefined): Diagnostic[] {
  if (!fault) return [];
  const line = doc.line(Math.min(Math.max(fault.line ?? 1, 1), doc.lines));
  const from = Math.min(line.from + Math.max((fault.column ?? 1) - 1, 0), line.to);
  return [{ from, to: line.to, severity: 'error', message: fault.message }];
}

/** The usual colours are too dark on a dark background. */
const darkStyle = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    ...(typeof spec['color'] === 'string' && { color: `color-mix(in srgb, ${spec['color']} 45%, white)` }),
  })),
);

const styles = {
  editor: {
    border: 1,
    borderColor: 'outline.main',
    borderRadius: radii.control,
    overflow: 'hidden',
    '&:focus-within': { borderColor: 'primary.mark' },
    '& .cm-editor': { height: 'min(50vh, 360px)', outline: 'none' },
    '& .cm-scroller': { fontFamily: 'monospace', lineHeight: 1.5 },
    '& .cm-content': { caretColor: 'var(--mui-palette-text-primary)' },
    '& .cm-gutters': {
      backgroundColor: 'action.hover',
      color: 'text.secondary',
      border: 0,
    },
    '& .cm-tooltip': {
      backgroundColor: 'background.paper',
      color: 'text.primary',
      borderColor: 'divider',
    },
  },
} as const;
