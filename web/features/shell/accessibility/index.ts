/** The accessibility statement, made of what the tests check. */
export { AccessibilityStatement } from './accessibility-statement.tsx';
