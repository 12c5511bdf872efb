// The outcome of a step that a caller is expected to get wrong now and then: the value, or every fault found.

export type Result<Value, Fault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly Fault[] };
