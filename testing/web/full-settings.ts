import type { FormJson } from '../../web/map/configure/form-json.ts';
import { newRelated, type PopupJson } from '../../web/map/configure/popup-json.ts';

/** A popup with each kind of content. */
export function popupOf(word: string): PopupJson {
  const fieldInfos = [
    { fieldName: 'name', label: `Name ${word}`, visible: true },
    { fieldName: 'height', label: 'Height', visible: true, format: { places: 1, digitSeparator: true } },
    { fieldName: 'expression/twice', visible: true },
  ];
  const chart = (type: string) => ({ type, title: word, value: { fields: ['height'] } });
  return {
    title: `{name} ${word}`,
    fieldInfos,
    expressionInfos: [
      { name: 'twice', title: word, expression: '$feature.height * 2', returnType: 'number' },
    ],
    popupElements: [
      { type: 'text', text: `<b>${word}</b>` },
      { type: 'fields', fieldInfos },
      {
        type: 'media',
        mediaInfos: [
          { type: 'image', title: word, value: { sourceURL: 'https://pictures.example/{name}.jpg' } },
          ...['columnchart', 'piechart', 'linechart'].map(chart),
        ],
      },
      { type: 'attachments', displayType: 'auto' },
      newRelated(0, word),
      { type: 'expression', expressionInfo: { title: '', expression: `'${word}'` } },
    ],
  };
}

/** A form with a group, inputs and rules. */
export function formOf(word: string): FormJson {
  return {
    title: word,
    expressionInfos: [
      { name: 'tall', title: 'Tall', expression: '$feature.height > 5', returnType: 'boolean' },
    ],
    formElements: [
      { type: 'text', text: word, textFormat: 'plain-text' },
      {
        type: 'group',
        label: word,
        initialState: 'collapsed',
        formElements: [
          {
            type: 'field',
            fieldName: 'name',
            label: `Name ${word}`,
            hint: 'A name',
            description: 'As on the sign',
            inputType: { type: 'text-area', minLength: 2, maxLength: 40 },
            requiredExpression: 'tall',
            visibilityExpression: 'tall',
          },
        ],
      },
    ],
  };
}
