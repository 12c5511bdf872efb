// Result of an operation that is expected to fail on bad input: the value, or all faults.

export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly Fault[] };
