// SQL with values in it, for statements whose text is always the same: written like Kysely's `sql`, but the text is put
// together once per place in the code, where Kysely builds and prints a tree with every call.
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import type { DB } from './schema.generated.ts';

export interface Statement<Row> {
  execute(db: Kysely<DB>): Promise<QueryResult<Row>>;
}

/** The pieces between the values are one and the same object each time a place in the code is passed. */
const texts = new WeakMap<TemplateStringsArray, string>();

/** Every value becomes a parameter. Where the text itself differs from call to call, use `sql`. */
export function statement<Row>(pieces: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let text = texts.get(pieces);
  if (text === undefined) {
    text = pieces.reduce((start, piece, index) => `${start}$${index}${piece}`);
    texts.set(pieces, text);
  }
  return { execute: (db) => db.executeQuery(CompiledQuery.raw(text, values) as CompiledQuery<Row>) };
}
