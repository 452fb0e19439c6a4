import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useAuthor, useConfiguration } from '../../../context/application-context.ts';
import { flatFields } from '../../../forms/form-elements.tsx';
import {
  type ExpressionResults,
  expressionsOf,
  fillableFields,
  filledAttributes,
  type Filling,
  formOf,
  readPlainForm,
  startValues,
  withCalculated,
} from '../../../forms/plain-form.ts';
import { isMiscounted, photoRules, photosOf, type PhotoRule } from '../../../forms/photo-rules.ts';
import type { FieldValue } from '../../../map/edit/edit-feature.ts';
import { type FormExpressions, openFormExpressions } from '../../../map/edit/form-expressions.ts';
import { newId } from '../../../new-id.ts';
import type { FormLayer } from '../../../portal/forms/load-form.ts';
import type { Report, ReportGeometry, ReportPhoto } from '../../../portal/forms/send-report.ts';
import { storeDraft, loadDraft, placeField, takeOverDraft } from './report-store.ts';

const none: ExpressionResults = new Map();

/** What a link puts into a new report. */
export interface Prefill {
  /** Values by the names of fields. */
  values: Readonly<Record<string, string>>;
  geometry: ReportGeometry | null;
}

/** A new report with what the template of the layer and the link say. */
function newReport({ layer }: FormLayer, { values, geometry }: Prefill): Report {
  const attributes: Record<string, FieldValue> = { ...startValues(layer) };
  for (const field of fillableFields(layer)) {
    const given = Object.entries(values).find(
      ([name]) => name.toLowerCase() === field.name.toLowerCase(),
    )?.[1];
    if (given === undefined) continue;
    const number = Number(given);
    const isText = field.type === 'esriFieldTypeString';
    if (isText) attributes[field.name] = given.slice(0, field.length ?? given.length);
    else if (given.trim() !== '' && Number.isFinite(number)) attributes[field.name] = number;
  }
  const isPoint = layer.geometryType === 'esriGeometryPoint';
  return { id: newId(), attributes, geometry: isPoint ? geometry : null, photos: [] };
}

/**
 * A report that is being filled in, kept in this browser until it is sent.
 * @param wasVisitor whether the user signed in while it was open: without a draft of their own they continue that of the visitor
 */
export function useReport(formId: string, source: FormLayer, prefill: Prefill, wasVisitor: boolean) {
  const { org, connection } = useConfiguration();
  const who = useAuthor(connection);
  const place = useMemo(() => ({ org, formId, layerKey: source.key, who }), [org, formId, source.key, who]);
  const form = useMemo(() => formOf(source.layer, source.form), [source]);
  const [report, setReport] = useState(() => newReport(source, prefill));
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [restored, setRestored] = useState(false);
  const [ready, setReady] = useState(false);
  const { results, values, failed, settling } = useExpressions(source, form, report);
  const filling: Filling = { layer: source.layer, form, values, results };
  const elements = readPlainForm(filling);
  const rules = source.layer.hasAttachments ? photoRules(filling) : undefined;

  useEffect(() => {
    let left = false;
    const restore = async () => {
      const find = async () => (await loadDraft(place)) ?? (wasVisitor ? takeOverDraft(place) : undefined);
      const draft = await find().catch(() => undefined);
      if (left) return;
      if (draft) {
        setReport(draft.report);
        setTouched(draft.touched);
        setRestored(true);
      }
      setReady(true);
    };
    void restore();
    return () => {
      left = true;
    };
  }, [place, wasVisitor]);

  const isEmpty = touched.length === 0 && report.photos.length === 0;
  useEffect(() => {
    if (!ready || (isEmpty && !report.geometry)) return;
    void storeDraft(place, { report, touched, at: Date.now() }).catch(() => {});
  }, [place, ready, isEmpty, report, touched]);

  const change = (next: (now: Report) => Partial<Report>, field = '') => {
    setReport((now) => ({ ...now, ...next(now) }));
    setTouched((now) => (field && !now.includes(field) ? [...now, field] : now));
  };
  const begin = async (next: Report) => {
    setReport(next);
    setTouched([]);
    setRestored(false);
    await storeDraft(place, undefined).catch(() => {});
  };
  return {
    ready,
    form,
    report,
    elements,
    restored,
    /** Whether expressions of the form could not be loaded: what they hide or calculate is unknown. */
    failed,
    /** Whether the results of expressions for the last input are not known yet: what they show, require and calculate. */
    settling,
    /** The attachment elements that are shown; undefined in a form without any. */
    photoRules: rules,
    faulty:
      flatFields(elements).some(({ fault }) => fault) ||
      (rules?.some((rule) => isMiscounted(rules, rule, report.photos)) ?? false),
    setValue: (field: string, value: FieldValue) =>
      change(({ attributes }) => ({ attributes: { ...attributes, [field]: value } }), field),
    setGeometry: (geometry: ReportGeometry | null) => change(() => ({ geometry }), placeField),
    /** Adds photos to this report, and not to another one that was begun while they were made smaller. */
    addPhotos: (added: readonly ReportPhoto[]) =>
      change(({ id, photos }) => (id === report.id ? { photos: [...photos, ...added] } : {})),
    removePhoto: (id: string) => change(({ photos }) => ({ photos: photos.filter((one) => one.id !== id) })),
    /**
     * The report as it is sent. Its ids are new, because another tab may be open with the same draft: reports
     * with the same id count as one.
     */
    finished: (): Report => ({
      ...report,
      id: newId(),
      attributes: filledAttributes(filling),
      photos: sentPhotos(rules, report.photos).map((one) => ({ ...one, id: newId() })),
    }),
    /** Begins another one, without a draft; it is at another place. */
    begin: (next?: Report) => begin(next ?? newReport(source, { values: prefill.values, geometry: null })),
    /** Begins with what the link says. */
    startOver: () => begin(newReport(source, prefill)),
  };
}

/** The photos of elements that are shown, with their keywords; all of a form without such elements. */
function sentPhotos(
  rules: readonly PhotoRule[] | undefined,
  photos: readonly ReportPhoto[],
): readonly ReportPhoto[] {
  if (!rules) return photos;
  return rules.flatMap((rule) =>
    photosOf(rules, rule, photos).map((one) => ({
      ...one,
      ...(rule.keyword && { keywords: rule.keyword }),
    })),
  );
}

/** Rounds in which calculated values may depend on each other. */
const rounds = 4;

/** The results of the form's expressions for a report, and its values with the calculated ones. */
function useExpressions({ layer }: FormLayer, form: Filling['form'], report: Report) {
  const expressions = useMemo(() => expressionsOf(form), [form]);
  const [opened, setOpened] = useState<FormExpressions>();
  const [failed, setFailed] = useState(false);
  /** The last results, and what they are of. */
  const [known, setKnown] = useState<
    Pick<Report, 'attributes' | 'geometry'> & { results: ExpressionResults }
  >();
  const turn = useRef(0);
  useEffect(() => {
    if (expressions.length === 0) return undefined;
    let left = false;
    const open = async () => {
      try {
        const compiled = await openFormExpressions(layer, expressions);
        if (!left) setOpened(compiled);
      } catch {
        if (!left) setFailed(true);
      }
    };
    void open();
    return () => {
      left = true;
    };
  }, [layer, expressions]);
  const { attributes, geometry } = report;
  const evaluate = useEffectEvent(async (compiled: FormExpressions) => {
    const own = ++turn.current;
    let found = none;
    let before = JSON.stringify(attributes);
    let values = attributes;
    for (let round = 0; round < rounds; round++) {
      found = await compiled.evaluate(values, geometry);
      values = withCalculated({ layer, form, values: attributes, results: found });
      const next = JSON.stringify(values);
      if (next === before) break;
      before = next;
    }
    if (own === turn.current) setKnown({ attributes, geometry, results: found });
  });
  useEffect(() => {
    if (opened) evaluate(opened).catch(() => setFailed(true));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other values have other results
  }, [opened, attributes, geometry]);
  const awaited = expressions.length > 0 && !failed;
  const results = known?.results ?? (awaited ? hiddenUntilKnown(form) : none);
  return {
    results,
    values: withCalculated({ layer, form, values: attributes, results }),
    failed,
    settling: awaited && (known?.attributes !== attributes || known.geometry !== geometry),
  };
}

/** Conditional elements appear once their expressions are known. */
function hiddenUntilKnown(form: Filling['form']): ExpressionResults {
  const names = new Set<string>();
  const visit = (elements: Filling['form']['formElements'] = []) => {
    for (const { visibilityExpression, formElements } of elements) {
      if (visibilityExpression) names.add(visibilityExpression);
      visit(formElements);
    }
  };
  visit(form.formElements);
  return new Map([...names].map((name) => [name, false]));
}
