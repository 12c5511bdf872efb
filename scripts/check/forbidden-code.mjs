// Finds forbidden code in shipped files: clock and randomness inside domain/, process.env outside config.ts, default
// exports, double casts, and casts that hide what a schema says.
import ts from 'typescript';

// `object.member` as written, whether called, passed on or destructured from an alias of the global.
const impure = new Map([
  ['Date.now', 'the clock'],
  ['performance.now', 'the clock'],
  ['performance.timeOrigin', 'the clock'],
  ['Temporal.Now', 'the clock'],
  ['Math.random', 'randomness'],
  ['crypto.randomUUID', 'randomness'],
  ['crypto.getRandomValues', 'randomness'],
]);
const ambient = new Map([
  ['process', 'the process'],
  ['fetch', 'the network'],
  ['setTimeout', 'the clock'],
  ['setInterval', 'the clock'],
  ['setImmediate', 'the clock'],
  ['globalThis', 'the global scope'],
]);
const isDate = (node) => ts.isIdentifier(node) && node.text === 'Date';

function impurity(node) {
  if (ts.isPropertyAccessExpression(node))
    return impure.get(`${node.expression.getText()}.${node.name.text}`);
  if (ts.isNewExpression(node) && isDate(node.expression) && !node.arguments?.length) return 'the clock';
  if (!ts.isCallExpression(node)) return undefined;
  return isDate(node.expression) ? 'the clock' : undefined;
}

// A name counts if it is used as a value, not as a property key or a field.
function ambientUse(node) {
  if (!ts.isIdentifier(node) || !ambient.has(node.text)) return undefined;
  const { parent } = node;
  const isBase = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  const isCallee = ts.isCallExpression(parent) && parent.expression === node;
  return isBase || isCallee ? ambient.get(node.text) : undefined;
}

const isCastOfUnknown = (node) =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;

const isCastToNever = (node) => ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword;

const isCastRequest = (node) =>
  ts.isAsExpression(node) && /^request\.(body|params|query|headers)$/.test(node.expression.getText());

const isProcess = (node) => /^(globalThis\.)?process$/.test(node?.getText() ?? '');
const importsEnv = (node) =>
  ts.isImportDeclaration(node) &&
  /^(node:)?process$/.test(node.moduleSpecifier.text) &&
  node.importClause?.namedBindings?.elements?.some((each) => (each.propertyName ?? each.name).text === 'env');

function readsEnvironment(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression);
  if (ts.isElementAccessExpression(node)) return isProcess(node.expression);
  if (ts.isVariableDeclaration(node))
    return ts.isObjectBindingPattern(node.name) && isProcess(node.initializer);
  return importsEnv(node);
}

const isDefaultExport = (node) =>
  ts.isExportAssignment(node) ||
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) ||
  (ts.isExportSpecifier(node) && node.name.text === 'default');

function faultOf(node, path, { environmentReaders }) {
  if (isCastOfUnknown(node)) {
    return { rule: 'no-double-casts', message: 'narrow the value with a check instead of `as unknown as`' };
  }
  if (isCastToNever(node)) {
    return {
      rule: 'no-casts-to-never',
      message: 'return what the response schema says, or correct the schema',
    };
  }
  if (isCastRequest(node)) {
    return {
      rule: 'requests-are-typed-by-schemas',
      message: 'define the schema in the operation; `request` then has its type',
    };
  }
  if (isDefaultExport(node)) {
    return {
      rule: 'no-default-exports',
      message: 'use a named export, so that it has one name everywhere',
    };
  }
  if (!environmentReaders.some((each) => new RegExp(each).test(path)) && readsEnvironment(node)) {
    return {
      rule: 'environment-in-config-only',
      message: 'add a validated value to src/config.ts and use that',
    };
  }
  const what = path.startsWith('src/domain/') ? (impurity(node) ?? ambientUse(node)) : undefined;
  return (
    what && {
      rule: 'domain-is-pure',
      message: `\`${node.getText()}\` reads ${what}; take the value as an argument`,
    }
  );
}

export function findForbiddenCode(path, text, architecture) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults = [];
  const visit = (node) => {
    const fault = faultOf(node, path, architecture);
    if (fault)
      faults.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, ...fault });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
