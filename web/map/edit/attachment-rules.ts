import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { AttachmentRule } from './edit-feature.ts';

interface ElementParts {
  type: string;
  label?: string | null;
  description?: string | null;
  elements?: Iterable<ElementParts> | null;
  attachmentKeyword?: string | null;
  minAttachmentCount?: number | null;
  maxAttachmentCount?: number | null;
  input?: InputParts | null;
}
interface InputParts {
  type: string;
  attachmentAssociationType?: string | null;
  inputTypes?: Iterable<{ type: string }> | null;
}

/** Files that inputs of form elements take, as of `accept` of HTML. */
const accepted: Readonly<Record<string, string>> = {
  audio: 'audio/*',
  image: 'image/*',
  signature: 'image/*',
  video: 'video/*',
  document: '.csv,.doc,.docx,.json,.odp,.ods,.odt,.pdf,.ppt,.pptx,.rtf,.txt,.xls,.xlsx,.xml,.zip',
};

/**
 * What the attachment elements of a layer's form ask for, those in groups too; none if the form has no such
 * elements. Conditions on which an element is shown are not evaluated: elements with one ask for no least
 * number.
 */
export function attachmentRules({ formTemplate }: Pick<FeatureLayer, 'formTemplate'>): AttachmentRule[] {
  const rules: AttachmentRule[] = [];
  const visit = (elements: Iterable<ElementParts>, isConditional: boolean) => {
    for (const element of elements) {
      const conditional =
        isConditional || Boolean((element as { visibilityExpression?: string }).visibilityExpression);
      if (element.elements) visit(element.elements, conditional);
      if (element.type === 'attachment') rules.push(ruleOf(element, `rule ${rules.length}`, conditional));
    }
  };
  visit((formTemplate?.elements ?? []) as unknown as Iterable<ElementParts>, false);
  return rules;
}

/** What one element asks for; `accept` says whether it takes photos or other files. */
export function ruleOf(element: ElementParts, key: string, isConditional: boolean): AttachmentRule {
  const { input } = element;
  const types = input?.type === 'attachment' ? [...(input.inputTypes ?? [])] : input ? [input] : [];
  const most = element.maxAttachmentCount ?? undefined;
  return {
    key,
    label: element.label ?? '',
    description: element.description ?? '',
    keyword: element.attachmentKeyword ?? '',
    shows: shownBy(input),
    accept: types.map(({ type }) => accepted[type] ?? '').join(','),
    least: isConditional ? 0 : (element.minAttachmentCount ?? 0),
    ...(most !== undefined && { most }),
  };
}

function shownBy(input: InputParts | null | undefined): AttachmentRule['shows'] {
  const association = input?.type === 'attachment' ? input.attachmentAssociationType : 'exact';
  if (association === 'any') return 'any';
  return association === 'exactOrNone' ? 'own-or-none' : 'own';
}

/** The rule that an attachment with these keywords belongs to. */
export function ruleFor(rules: readonly AttachmentRule[], keywords: string): AttachmentRule | undefined {
  return (
    rules.find(({ keyword }) => keyword !== '' && keyword === keywords) ??
    rules.find(({ shows }) => shows === 'any' || (shows === 'own-or-none' && keywords === ''))
  );
}

/** Whether a number of attachments is allowed. */
export function isAllowedNumber({ least, most = Infinity }: AttachmentRule, count: number): boolean {
  return count >= least && count <= most;
}

/** Whether a file is of an accepted type. */
export function isAcceptedFile(
  { accept }: AttachmentRule,
  { name, type }: Pick<File, 'name' | 'type'>,
): boolean {
  const kinds = accept.split(',').filter((kind) => kind !== '');
  return (
    kinds.length === 0 ||
    kinds.some((kind) =>
      kind.startsWith('.') ? name.toLowerCase().endsWith(kind) : type.startsWith(kind.slice(0, -1)),
    )
  );
}
