import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { FieldValue, FormElement, FormField, FormGroup } from '../map/edit/edit-feature.ts';
import { radii } from '../ui/sizes.ts';
import { FormFieldInput } from './form-field.tsx';

const keyOf = (element: FormElement) => (element.kind === 'field' ? element.name : element.key);

/** The fields of a form, including those in groups. */
export function flatFields(elements: readonly FormElement[]): FormField[] {
  return elements.flatMap((element) =>
    element.kind === 'field' ? [element] : element.kind === 'group' ? flatFields(element.elements) : [],
  );
}

interface ElementsProps {
  /** Whether faults of fields are shown that were not touched. */
  tried: boolean;
  onValue: (field: string, value: FieldValue) => void;
}

/** The inputs, groups and texts of a form. */
export function FormElements({ elements, ...props }: ElementsProps & { elements: readonly FormElement[] }) {
  return elements.map((element) => <Element key={keyOf(element)} element={element} {...props} />);
}

function Element({ element, tried, onValue }: ElementsProps & { element: FormElement }) {
  if (element.kind === 'field')
    return (
      <FormFieldInput field={element} tried={tried} onChange={(value) => onValue(element.name, value)} />
    );
  if (element.kind === 'group') return <Group group={element} tried={tried} onValue={onValue} />;
  return (
    <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {element.text}
    </Typography>
  );
}

function Group({ group, tried, onValue }: ElementsProps & { group: FormGroup }) {
  const { label, description, elements } = group;
  const [open, setOpen] = useState(group.open);
  // Errors that prevent saving must be visible, so a group with one is open.
  const faulty = tried && flatFields(elements).some(({ fault }) => fault);
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={open || faulty}
      onChange={(_event, expanded) => setOpen(expanded)}
      sx={{ borderRadius: radii.card, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Typography component="h4" sx={{ fontWeight: 500 }} dir="auto">
          {label}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        {description && <Typography color="textSecondary">{description}</Typography>}
        <FormElements elements={elements} tried={tried} onValue={onValue} />
      </AccordionDetails>
    </Accordion>
  );
}
