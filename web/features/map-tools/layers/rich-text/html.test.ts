// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../testing/rig/long.ts';
import type { Choice } from '../setting-fields.tsx';
import { readHtml, readLine, writeHtml, writeLine } from './html.ts';
import { lineExtensions, textExtensions } from './schema.ts';

const choices: Choice[] = [
  { value: '{name}', title: 'Name' },
  { value: '{height}', title: 'Height' },
  { value: '{expression/expr0}', title: 'Age' },
];

function open(html: string) {
  const content = readHtml(html, choices);
  return content && new Editor({ extensions: textExtensions(choices), content, injectCSS: false });
}

function written(html: string): string | undefined {
  const editor = open(html);
  const text = editor && writeHtml(editor.state.doc);
  editor?.destroy();
  return text;
}

describe('texts of popups', () => {
  test.each([
    '',
    'Plain text &amp; a sign',
    'Built in {year}, {height} m high',
    'One line<br>another line',
    '<p>One</p><p>Two</p>',
    'Bare text<p>and a paragraph</p>',
    '<p><strong>{name}</strong> is <em>{height}</em> m <u>high</u></p>',
    '<p><a href="{website}">Website</a> <a target="_blank" rel="noopener noreferrer" href="https://example.org/{name}">more</a></p>',
    '<ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul>',
    '<ol><li>{name}</li><li>{expression/expr0}</li></ol>',
    '<p><span style="color:#c0392b;">Red</span> and <span style="font-size:18px;color:hsl(0, 75%, 60%)">large</span></p>',
    '<p style="text-align:center;">Centred</p><h2>Heading</h2><hr><blockquote><p>Quoted</p></blockquote>',
    '<div>One</div><div style="text-align: right">Two</div>',
    '<font color="#ff0000" size="4">Red</font> H<sub>2</sub>O m<sup>2</sup>',
    '<p>&nbsp;</p><p>A&nbsp;b</p>',
    '<p><span style="color:red"><span style="font-size:9px">a</span>b</span></p>',
    '<p>&lt;b&gt; {height}</p>',
  ])('%s is written as it was read', (html) => expect(written(html)).toBe(html));

  test.each([
    ['<p><b>Bold</b> and <i>italic</i></p>', '<p><strong>Bold</strong> and <em>italic</em></p>'],
    ['<ul>\n  <li><p>One</p></li>\n</ul>', '<ul><li>One</li></ul>'],
    ['<p>\n  Text over\n  lines  </p>', '<p>Text over lines</p>'],
  ])('%s is written in another spelling', (html, expected) => expect(written(html)).toBe(expected));

  test.each([
    '<table><tbody><tr><td>{name}</td></tr></tbody></table>',
    '<figure class="image"><img src="{photo}" alt=""></figure>',
    '<p><img src="https://example.org/a.png"></p>',
    '<p class="lead">Text</p>',
    '<p>Text<!-- a note --></p>',
    '<div><p>In</p><p>a box</p></div>',
    '<p style="position:fixed;top:0">Over the page</p>',
    '<p><span style="background-image:url(https://example.org/a)">Loads</span></p>',
    '<p onclick="alert(1)">Text</p>',
    '<p><a href="javascript:alert(1)">Text</a></p>',
    '<details><summary>More</summary>Text</details>',
    '<video src="https://example.org/a.mp4" controls></video>',
    '<script>alert(1)</script>',
    '<ul class="x"><li>One</li></ul>',
  ])('%s is edited as source', (html) => expect(readHtml(html, choices)).toBeUndefined());

  test('any text stays the same or is edited as source', () => {
    const text = fc.constantFrom('a', ' ', '{name}', '{other}', '&lt;', '&nbsp;', '<br>', 'ü ', '}');
    const tag = fc.constantFrom(
      'p',
      'b',
      'i',
      'u',
      'em',
      'div',
      'ul',
      'li',
      'span',
      'font',
      'h3',
      'table',
      'a',
    );
    const html = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        text,
        fc
          .tuple(tag, fc.array(tie('tree'), { maxLength: 3 }))
          .map(([name, inside]) => `<${name}>${inside.join('')}</${name}>`),
      ),
    })).tree;
    fc.assert(
      fc.property(html, (first) => {
        const once = written(first);
        if (once === undefined) return;
        expect(written(once)).toBe(once);
        const shown = (text_: string) =>
          new DOMParser().parseFromString(text_, 'text/html').body.textContent?.replaceAll(/[ \t\r\n]+/g, '');
        expect(shown(once)).toBe(shown(first));
      }),
      { numRuns: runs(40, 500) },
    );
  });

  test('chips are the fields that exist', () => {
    const editor = open('<p>{name}, {gone}, {expression/expr0}</p>');
    const shown: string[] = [];
    editor?.state.doc.descendants(
      (node) => void (node.type.name === 'field' && shown.push(String(node.attrs['token']))),
    );
    expect(shown).toEqual(['{name}', '{expression/expr0}']);
    expect(editor?.view.dom.textContent).toBe('Name, {gone}, Age');
    editor?.destroy();
  });
});

describe('titles of popups', () => {
  test.each(['', '{name}', 'Sight: {name} <b> & {gone}', '  {height} m'])(
    '%j is written as it was read',
    (text) => {
      const editor = new Editor({
        extensions: lineExtensions(choices),
        content: readLine(text, choices),
        injectCSS: false,
      });
      expect(writeLine(editor.state.doc)).toBe(text);
      editor.destroy();
    },
  );
});
