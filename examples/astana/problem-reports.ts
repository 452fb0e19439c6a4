import { cityExtent } from './content-layers.ts';

const choices = (name: string, codes: Readonly<Record<string, string>>) => ({
  type: 'codedValue' as const,
  name,
  codedValues: Object.entries(codes).map(([code, label]) => ({ code, name: label })),
});

/** The layer to which everyone reports problems in the city, without seeing what others reported, and its form. */
export const problemReports = {
  key: 'problem-reports',
  serviceName: 'Astana_problem_reports',
  owner: 'ada',
  folder: 'ada-layers',
  title: 'Report a problem',
  snippet: 'Potholes, broken lamps, litter: report what you noticed in the city.',
  description:
    'Reports of visitors and members of the demo. Visitors add to this layer with its form, and do not see what others reported.',
  tags: ['Astana', 'reports', 'form'],
  thumbnail: 'thumbnails/roadworks.webp',
  extent: cityExtent,
  fields: [
    {
      name: 'kind',
      alias: 'Kind of problem',
      type: 'esriFieldTypeString' as const,
      length: 20,
      nullable: false,
      defaultValue: null,
      domain: choices('problem_kinds', {
        road: 'Road or pavement',
        lamp: 'Street lamp',
        litter: 'Litter',
        tree: 'Tree or green area',
        other: 'Something else',
      }),
    },
    { name: 'other_kind', alias: 'What is it?', type: 'esriFieldTypeString' as const, length: 80 },
    { name: 'description', alias: 'Description', type: 'esriFieldTypeString' as const, length: 1000 },
    {
      name: 'danger',
      alias: 'It is dangerous',
      type: 'esriFieldTypeString' as const,
      length: 3,
      defaultValue: 'no',
      domain: choices('yes_no', { yes: 'Yes', no: 'No' }),
    },
    {
      name: 'email',
      alias: 'Email, if you want an answer',
      type: 'esriFieldTypeString' as const,
      length: 200,
    },
    { name: 'priority', alias: 'Priority', type: 'esriFieldTypeString' as const, length: 20 },
  ],
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: {
        type: 'esriSMS',
        style: 'esriSMSCircle',
        color: [194, 65, 12, 255],
        size: 9,
        outline: { type: 'esriSLS', style: 'esriSLSSolid', color: [255, 255, 255, 255], width: 1.5 },
      },
    },
  },
  form: {
    title: 'Report a problem',
    description:
      'Tell the city what is broken, dirty or dangerous, and where. Reports of this demo stay in this installation.',
    formElements: [
      { type: 'field', fieldName: 'kind', label: 'Kind of problem', inputType: { type: 'radio-buttons' } },
      {
        type: 'field',
        fieldName: 'other_kind',
        label: 'What is it?',
        inputType: { type: 'text-box', minLength: 0, maxLength: 80 },
        visibilityExpression: 'is-other',
        requiredExpression: 'is-other',
      },
      {
        type: 'field',
        fieldName: 'description',
        label: 'Description',
        hint: 'What did you see?',
        inputType: { type: 'text-area', minLength: 5, maxLength: 1000 },
        requiredExpression: 'expr/system/true',
      },
      {
        type: 'field',
        fieldName: 'danger',
        label: 'It is dangerous',
        inputType: { type: 'switch', onValue: 'yes', offValue: 'no' },
      },
      {
        type: 'field',
        fieldName: 'email',
        label: 'Email, if you want an answer',
        inputType: { type: 'text-box', minLength: 0, maxLength: 200 },
      },
      {
        type: 'field',
        fieldName: 'priority',
        label: 'Priority',
        inputType: { type: 'text-box', minLength: 0, maxLength: 20 },
        valueExpression: 'priority',
        editableExpression: 'expr/system/false',
        visibilityExpression: 'expr/system/false',
      },
    ],
    expressionInfos: [
      {
        name: 'is-other',
        title: 'Another kind',
        returnType: 'boolean',
        expression: '$feature.kind == "other"',
      },
      {
        name: 'priority',
        title: 'Priority',
        returnType: 'string',
        expression: 'IIf($feature.danger == "yes", "high", "normal")',
      },
      { name: 'expr/system/true', title: 'True', returnType: 'boolean', expression: 'true' },
      { name: 'expr/system/false', title: 'False', returnType: 'boolean', expression: 'false' },
    ],
    preserveFieldValuesWhenHidden: false,
  },
} as const;
