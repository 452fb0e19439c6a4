import type { FormElementJson } from '../map/configure/form-json.ts';
import { isAllowedNumber, ruleOf } from '../map/edit/attachment-rules.ts';
import type { AttachmentRule } from '../map/edit/edit-feature.ts';
import { type Filling, isShown } from './plain-form.ts';

/** What an attachment element asks for, with the most photos of it that a report may have. */
export interface PhotoRule extends AttachmentRule {
  most: number;
}

/** A photo of one of these elements; of none in a form without them. */
export interface RuledPhoto {
  /** Key of its element. */
  element?: string;
}

/** Photos of one report; a hosted layer accepts no more of visitors. */
export const maxPhotos = 5;

/**
 * The attachment elements of a form that are shown and take photos, those in groups too. Those for other
 * files are left out. Undefined for a form without attachment elements: any photos can be added.
 */
export function photoRules(filling: Filling): PhotoRule[] | undefined {
  const rules: PhotoRule[] = [];
  let count = 0;
  const visit = (elements: readonly FormElementJson[], inside: boolean) => {
    for (const element of elements) {
      const shown = inside && isShown(filling, element);
      visit(element.formElements ?? [], shown);
      if (element.type !== 'attachment') continue;
      const rule = ruleOf(partsOf(element), `photos ${count++}`, false);
      if (shown && (rule.accept === '' || rule.accept.includes('image/')))
        rules.push({ ...rule, most: Math.min(rule.most ?? Infinity, Math.max(maxPhotos, rule.least)) });
    }
  };
  visit(filling.form.formElements ?? [], true);
  return count > 0 ? rules : undefined;
}

function partsOf({ type, label, description, inputType, ...element }: FormElementJson) {
  const { attachmentKeyword, minAttachmentCount, maxAttachmentCount } = element as Record<string, unknown>;
  const types = inputType?.['inputTypes'];
  return {
    type: type ?? '',
    label: label ?? '',
    description: description ?? '',
    attachmentKeyword: typeof attachmentKeyword === 'string' ? attachmentKeyword : '',
    minAttachmentCount: typeof minAttachmentCount === 'number' ? minAttachmentCount : 0,
    ...(typeof maxAttachmentCount === 'number' && { maxAttachmentCount }),
    input: inputType?.type
      ? { type: inputType.type, inputTypes: Array.isArray(types) ? (types as { type: string }[]) : [] }
      : null,
  };
}

/** The photos of an element; the first one has those that were added before the form had elements. */
export function photosOf<Photo extends RuledPhoto>(
  rules: readonly PhotoRule[],
  rule: PhotoRule,
  photos: readonly Photo[],
): Photo[] {
  return photos.filter(({ element }) => (element === undefined ? rules[0] === rule : element === rule.key));
}

/** How many photos can still be added to a report; it may have more than usual only if its form asks for more. */
export function roomFor(rules: readonly PhotoRule[] | undefined, photos: readonly RuledPhoto[]): number {
  const asked = rules?.reduce((sum, { least }) => sum + least, 0) ?? 0;
  const count = rules?.reduce((sum, rule) => sum + photosOf(rules, rule, photos).length, 0) ?? photos.length;
  return Math.max(0, Math.max(maxPhotos, asked) - count);
}

/** Whether an element has fewer photos than it asks for, or more than it allows. */
export function isMiscounted(
  rules: readonly PhotoRule[],
  rule: PhotoRule,
  photos: readonly RuledPhoto[],
): boolean {
  return !isAllowedNumber(rule, photosOf(rules, rule, photos).length);
}
