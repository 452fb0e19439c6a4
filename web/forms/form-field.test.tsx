import { expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import type { FormField } from '../map/edit/edit-feature.ts';
import { FormFieldInput } from './form-field.tsx';

const field: FormField = {
  kind: 'field',
  name: 'STATE',
  label: 'State',
  description: '',
  hint: '',
  input: 'radio',
  value: null,
  required: true,
  editable: true,
  fault: 'missing',
  minLength: undefined,
  maxLength: undefined,
  least: undefined,
  most: undefined,
  choices: [
    { value: 1, label: 'Good' },
    { value: 0, label: 'Bad' },
  ],
  zone: 'UTC',
};

it.each(['radio', 'switch', 'choice', 'text'] as const)(
  'a field with a fault is found and described: %s',
  (input) => {
    const { container } = show(<FormFieldInput tried field={{ ...field, input }} onChange={() => {}} />);
    // As a form finds its first fault.
    const found = container.querySelector<HTMLElement>('[aria-invalid=true]')!;
    found.focus();
    expect(document.activeElement).toBe(found);
    const described = found.getAttribute('aria-describedby')!;
    expect(document.getElementById(described)?.textContent).not.toBe('');
  },
);

it.each(['radio', 'switch'] as const)('a field without a fault is described by its help: %s', (input) => {
  const { container } = show(
    <FormFieldInput
      tried
      field={{ ...field, input, fault: undefined, description: 'As seen from the road' }}
      onChange={() => {}}
    />,
  );
  expect(container.querySelector('[aria-invalid=true]')).toBeNull();
  const described = container.querySelector('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('As seen from the road');
});
