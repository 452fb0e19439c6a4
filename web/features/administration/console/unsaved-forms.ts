import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';

type Report = (form: string, isChanged: boolean) => void;

/** Receives which forms beside the configuration have unsaved input. */
export const UnsavedFormsContext = createContext<Report>(() => {});

/** Declares whether a form that is saved apart from the configuration has unsaved input, which is lost with its page. */
export function useUnsavedForm(isChanged: boolean): void {
  const report = useContext(UnsavedFormsContext);
  const form = useId();
  useEffect(() => {
    if (!isChanged) return undefined;
    report(form, true);
    return () => report(form, false);
  }, [report, form, isChanged]);
}

/** The number of such forms, and where they report. */
export function useUnsavedForms(): [number, Report] {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>((form, isChanged) => {
    setForms((now) => new Set([...now].filter((one) => one !== form).concat(isChanged ? [form] : [])));
  }, []);
  return [forms.size, report];
}
