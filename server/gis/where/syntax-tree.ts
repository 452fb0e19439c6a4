import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { MappingError } from '../../../wire/errors.ts';

/**
 * A syntax error of the query language, as a 400 envelope with its position and what was expected.
 * `parameter` is the request's parameter, such as `where` or `having`; characters count from 1.
 */
export function syntaxError(parameter: string, at: number, problem: string): MappingError {
  return arcgisError('services:invalid-query', {
    faults: [{ path: parameter, message: `At character ${at + 1}: ${problem}` }],
  });
}

/** Quotes part of the text in an error: short, because binary clients read only small error bodies. */
export function quoteShort(text: string): string {
  return text.length > 24 ? `“${text.slice(0, 24)}…”` : `“${text}”`;
}

/** Units of EXTRACT and INTERVAL. */
export const dateParts = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;
export type DatePart = (typeof dateParts)[number];

/** Target types of CAST. */
export const castTypes = ['INTEGER', 'FLOAT', 'VARCHAR', 'TIMESTAMP'] as const;
export type CastType = (typeof castTypes)[number];

export type CompareOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '||';
export type TrimSide = 'LEADING' | 'TRAILING' | 'BOTH';

/** An expression of the query language. `at` is the offset in the clause where it begins. */
export type Expression = ValueExpression | Condition;

export type ValueExpression = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  /** An instant in epoch milliseconds: TIMESTAMP '…', DATE '…'. */
  | { kind: 'instant'; value: number }
  | { kind: 'null' }
  | { kind: 'interval'; months: number; milliseconds: number }
  | { kind: 'now'; part: 'DATE' | 'TIME' | 'TIMESTAMP' }
  /** CURRENT_USER */
  | { kind: 'user' }
  | { kind: 'field'; name: string }
  | { kind: 'negate'; operand: ValueExpression }
  | { kind: 'arithmetic'; operator: ArithmeticOperator; left: ValueExpression; right: ValueExpression }
  | { kind: 'extract'; part: DatePart; operand: ValueExpression }
  | { kind: 'cast'; type: CastType; operand: ValueExpression }
  | { kind: 'trim'; side: TrimSide; characters: ValueExpression | null; operand: ValueExpression }
  | { kind: 'call'; name: string; parameters: ValueExpression[] }
  | { kind: 'case'; branches: CaseBranch<Condition>[]; otherwise: ValueExpression | null }
  /** `CASE compared WHEN …`: once in the tree, since it may be another such CASE. */
  | {
      kind: 'match';
      compared: ValueExpression;
      branches: CaseBranch<ValueExpression>[];
      otherwise: ValueExpression | null;
    }
);

/** WHEN … THEN … of a CASE: a condition, or what a value is compared with. */
export interface CaseBranch<When extends Expression> {
  when: When;
  result: ValueExpression;
}

export type Condition = { at: number } & (
  | { kind: 'compare'; operator: CompareOperator; left: ValueExpression; right: ValueExpression }
  | { kind: 'in'; negated: boolean; operand: ValueExpression; list: ValueExpression[] }
  | {
      kind: 'between';
      negated: boolean;
      operand: ValueExpression;
      low: ValueExpression;
      high: ValueExpression;
    }
  | {
      kind: 'like';
      negated: boolean;
      operand: ValueExpression;
      pattern: ValueExpression;
      escape: string | null;
    }
  | { kind: 'isNull'; negated: boolean; operand: ValueExpression }
  /** The features with these ids; unknown for features without geometry. Only the server makes this. */
  | { kind: 'located'; ids: readonly number[] }
  | { kind: 'not'; operand: Condition }
  /** Two or more operands; a chain stays flat so that the tree stays shallow. */
  | { kind: 'and' | 'or'; operands: Condition[] }
);

/** Whether a value depends on the feature: constants neither sort nor group. */
export function namesField(value: ValueExpression): boolean {
  switch (value.kind) {
    case 'field':
      return true;
    case 'negate':
    case 'extract':
    case 'cast':
      return namesField(value.operand);
    case 'trim':
      return namesField(value.operand) || (value.characters !== null && namesField(value.characters));
    case 'arithmetic':
      return namesField(value.left) || namesField(value.right);
    case 'call':
      return value.parameters.some(namesField);
    case 'case':
      return (
        value.branches.some(({ when, result }) => testsField(when) || namesField(result)) ||
        (value.otherwise !== null && namesField(value.otherwise))
      );
    case 'match':
      return (
        namesField(value.compared) ||
        value.branches.some(({ when, result }) => namesField(when) || namesField(result)) ||
        (value.otherwise !== null && namesField(value.otherwise))
      );
    default:
      return false;
  }
}

function testsField(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.some(testsField);
    case 'not':
      return testsField(condition.operand);
    case 'compare':
      return namesField(condition.left) || namesField(condition.right);
    case 'in':
      return [condition.operand, ...condition.list].some(namesField);
    case 'between':
      return [condition.operand, condition.low, condition.high].some(namesField);
    case 'like':
      return namesField(condition.operand) || namesField(condition.pattern);
    case 'isNull':
      return namesField(condition.operand);
    case 'located':
      return true;
  }
}

const conditionKinds = new Set(['compare', 'in', 'between', 'like', 'isNull', 'located', 'not', 'and', 'or']);

export function isCondition(expression: Expression): expression is Condition {
  return conditionKinds.has(expression.kind);
}
