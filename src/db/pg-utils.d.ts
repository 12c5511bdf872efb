// Part of `pg` that its type package does not describe.
declare module 'pg/lib/utils.js' {
  const utils: {
    /** Converts a value to the form that the protocol writer takes: text, binary data, or null. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export = utils;
}
