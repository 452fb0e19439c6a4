/** How something is checked. Tests are named by file and title; `criteria.test.ts` verifies that they exist. */
export interface Checked {
  /**
   * Rules of axe-core (`testing/browser/accessibility-faults.ts`), which find faults, but check only parts of
   * a criterion.
   */
  rules?: readonly string[];
  /** Tests that show what people can do. */
  tests?: readonly (readonly [file: string, title: string])[];
  /** The product has no content of this kind. */
  absent?: true;
  /** The known limit because of which it is met in part, also where no test shows the rest. */
  limit?: Limit;
  /** The organisation's administrators do the rest. */
  byOrganisation?: true;
}

/** Known limits, which the statement explains. */
export const limits = ['map', 'sdk', 'street', 'shapes', 'software'] as const;
export type Limit = (typeof limits)[number];

export type Evidence = 'both' | 'tests' | 'automatic' | 'absent' | 'none';

export function evidenceOf({ rules, tests, absent }: Checked): Evidence {
  if (absent) return 'absent';
  if (tests) return rules ? 'both' : 'tests';
  return rules ? 'automatic' : 'none';
}

/** The terms of a VPAT. */
export type Conformance = 'met' | 'partly' | 'absent' | 'none';

export function conformanceOf(checked: Checked): Conformance {
  const evidence = evidenceOf(checked);
  if (evidence === 'absent') return evidence;
  if (checked.limit || checked.byOrganisation) return 'partly';
  if (evidence === 'none') return evidence;
  // Rules alone show that parts of a criterion are met.
  return checked.tests ? 'met' : 'partly';
}
