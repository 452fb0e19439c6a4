/** What every editor of a setting is given. */
export interface FieldProps {
  label: string;
  help: string;
  /** What is wrong; empty: nothing. */
  fault: string;
  value: unknown;
  onChange: (value: unknown) => void;
}
