// Finds SQL in a second style: a store with both the query builder and `sql` templates, and the pipelined form
// (src/db/statement.ts) in a file that has no measurement for it in architecture.cjs.
import { posix } from 'node:path';
import ts from 'typescript';

const pipelinedModule = 'src/db/statement.ts';
/** What the module exports beside the pipelined form. */
const otherExports = new Set(['registerDriver']);
const builderMethods = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
]);

/** The names that the node imports or re-exports as values; null if it takes the whole module. */
function valuesFrom(node) {
  const clause = ts.isImportDeclaration(node) ? node.importClause : node;
  if (!clause || clause.isTypeOnly) return [];
  const { elements } = (ts.isImportDeclaration(node) ? clause.namedBindings : clause.exportClause) ?? {};
  return (
    elements
      ?.filter((each) => !each.isTypeOnly)
      .map((each) => ({ name: (each.propertyName ?? each.name).text, local: each.name.text })) ?? null
  );
}

function usesPipelinedForm(node, path) {
  if (!(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) || !node.moduleSpecifier) return false;
  if (posix.join(posix.dirname(path), node.moduleSpecifier.text) !== pipelinedModule) return false;
  return valuesFrom(node)?.some(({ name }) => !otherExports.has(name)) ?? true;
}

const isBuilderCall = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  builderMethods.has(node.expression.name.text);

/** The first node of each style. */
function firstUses(source, path) {
  const uses = {};
  let sqlName;
  const visit = (node) => {
    if (usesPipelinedForm(node, path)) uses.pipelined ??= node;
    if (ts.isImportDeclaration(node)) {
      if (node.moduleSpecifier.text === 'kysely')
        sqlName ??= valuesFrom(node)?.find(({ name }) => name === 'sql')?.local;
      return;
    }
    if (isBuilderCall(node)) uses.builder ??= node.expression.name;
    if (ts.isIdentifier(node) && node.text === sqlName) uses.sql ??= node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

export function* findSqlStyleFaults(path, text, { pipelinedFiles }) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const { builder, sql, pipelined } = firstUses(source, path);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  if (path.endsWith('-store.ts') && builder !== undefined && sql !== undefined) {
    yield {
      line: Math.max(lineOf(builder), lineOf(sql)),
      rule: 'one-sql-style-per-store',
      message: 'the store has builder queries and `sql` templates; write all of it in `sql`',
    };
  }
  const isListed = path in pipelinedFiles;
  if (pipelined && !isListed && path !== pipelinedModule) {
    yield {
      line: lineOf(pipelined),
      rule: 'pipelined-form-is-measured',
      message:
        'use `sql`; on a hot path, add the file with its measurement to scripts/check/architecture.cjs',
    };
  }
  if (!pipelined && isListed) {
    yield {
      line: 1,
      rule: 'pipelined-form-is-measured',
      message: 'the file does not use the pipelined form; remove it from scripts/check/architecture.cjs',
    };
  }
}
