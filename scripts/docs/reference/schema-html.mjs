// Schemas as HTML: a list of properties with type, limits, values and example. Nested objects are collapsed.
import { escaped } from '../html-text.mjs';
import { componentName, resolved } from './description.mjs';
import { prose } from './prose.mjs';

const code = (value) => `<code>${escaped(String(value))}</code>`;
const counted = (count, noun) => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** The schema itself, or its alternatives: those of `anyOf` and `oneOf`, without null. */
function alternativesOf(document, schema) {
  const choices = schema.anyOf ?? schema.oneOf;
  if (!choices) return [{ name: null, schema }];
  return choices
    .map((each) => ({ name: componentName(each), schema: resolved(document, each) }))
    .filter((each) => each.schema.type !== 'null')
    .flatMap((each) =>
      each.schema.anyOf || each.schema.oneOf ? alternativesOf(document, each.schema) : [each],
    );
}

function isNullable(document, schema) {
  if (Array.isArray(schema.type)) return schema.type.includes('null');
  return (schema.anyOf ?? schema.oneOf ?? []).some((each) => isNull(resolved(document, each)));
}

const isNull = (schema) => schema.type === 'null';
const typesOf = ({ type }) => [type ?? []].flat().filter((each) => each !== 'null');

function plainType(document, schema) {
  const types = typesOf(schema);
  if (schema.const !== undefined) return types[0] ?? typeof schema.const;
  if (types.length === 0) return schema.properties ? 'object' : schema.enum ? 'string' : 'any value';
  return types
    .map((type) => {
      if (type === 'array') return `array of ${plural(typeText(document, schema.items ?? {}))}`;
      return schema.format ? `${type} (${schema.format})` : type;
    })
    .join(' or ');
}

/** "strings (uuid)", "objects"; longer types stay as they are. */
function plural(type) {
  return type
    .replace(/^(string|integer|number|boolean|object|array)\b/, '$1s')
    .replace(/^any value$/, 'any values');
}

/** Type in words: "array of objects or null". */
function typeText(document, given) {
  const schema = resolved(document, given);
  const types = alternativesOf(document, schema).map((each) => plainType(document, each.schema));
  return [...new Set([...types, ...(isNullable(document, schema) ? ['null'] : [])])].join(' or ');
}

function between(least, most, noun) {
  if (least !== undefined && least === most) return `exactly ${counted(least, noun)}`;
  if (least !== undefined && most !== undefined) return `${least} to ${counted(most, noun)}`;
  if (most !== undefined) return `at most ${counted(most, noun)}`;
  return least > 0 ? `at least ${counted(least, noun)}` : null;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }) {
  if (exclusiveMinimum !== undefined)
    return maximum === undefined
      ? `more than ${exclusiveMinimum}`
      : `more than ${exclusiveMinimum}, at most ${maximum}`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? null : `at most ${maximum}`;
}

function limitsOf(schema) {
  const noun = (name) => name.replace('property', 'propertie');
  return [
    between(schema.minLength, schema.maxLength, 'character'),
    between(schema.minItems, schema.maxItems, 'item'),
    between(schema.minProperties, schema.maxProperties, noun('key')),
    rangeOf(schema),
    schema.uniqueItems && 'no duplicates',
  ].filter(Boolean);
}

/** Limits, pattern, values and example, each as a short line. */
function factsOf(document, schema) {
  const each = alternativesOf(document, schema).map((alternative) => alternative.schema);
  const items = each.map(({ items: inside }) => inside && resolved(document, inside)).filter(Boolean);
  const own = [schema, ...each];
  const limits = [...new Set(own.flatMap(limitsOf))];
  const itemLimits = [...new Set(items.flatMap(limitsOf))];
  const values = [...new Set([...own, ...items].flatMap((one) => one.enum ?? []))].filter(
    (one) => one !== null,
  );
  const constants = [...new Set(own.flatMap((one) => (one.const === undefined ? [] : [one.const])))];
  const [pattern] = own.flatMap((one) => one.pattern ?? []);
  const [example] = own.flatMap((one) => one.examples ?? []);
  const isShort =
    example !== undefined && (typeof example !== 'object' || JSON.stringify(example).length < 60);
  const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  return [
    limits.length > 0 && `Limits: ${limits.join(', ')}`,
    itemLimits.length > 0 && `Each item: ${itemLimits.join(', ')}`,
    constants.length > 0 && `Always ${constants.map((one) => code(text(one))).join(' or ')}`,
    values.length > 0 && `Values: ${values.map((one) => code(text(one))).join(', ')}`,
    pattern && `Pattern: ${code(pattern)}`,
    isShort && constants.length === 0 && `Example: ${code(text(example))}`,
  ].filter(Boolean);
}

/** Objects directly inside of a schema: its own properties, those of its items, and those of its alternatives. */
function nestedOf(document, given, name = componentName(given)) {
  const schema = resolved(document, given);
  return alternativesOf(document, schema).flatMap((each) => {
    const label = each.name ?? name;
    if (each.schema.items) return nestedOf(document, each.schema.items);
    if (each.schema.properties) return [{ name: label, schema: each.schema }];
    const values = each.schema.additionalProperties;
    return typeof values === 'object' ? nestedOf(document, values) : [];
  });
}

function nestedHtml(document, schema, above) {
  const nested = nestedOf(document, schema).filter((each) => Object.keys(each.schema.properties).length > 0);
  return nested
    .map((each) => {
      const label = escaped(each.schema.title ?? each.name ?? '');
      if (above.includes(each.schema)) return `<p class="facts">Same properties as ${label} above.</p>`;
      const count = counted(Object.keys(each.schema.properties).length, 'propert').replace(
        /propert(s?)$/,
        (_, many) => (many ? 'properties' : 'property'),
      );
      return `<details><summary>${label ? `<b>${label}</b>: ` : ''}${count}</summary>${propertiesHtml(document, each.schema, above)}</details>`;
    })
    .join('');
}

/** A property, a parameter or a header. */
export function entryHtml(
  document,
  { name, schema: given, description, required, deprecated, extra = '' },
  above,
) {
  const schema = resolved(document, given);
  const facts = factsOf(document, schema);
  const isDeprecated = deprecated ?? given.deprecated ?? schema.deprecated;
  return `<li><p class="property"><code>${escaped(name)}</code> <span class="type">${escaped(typeText(document, given))}</span>${
    required ? ' <span class="required">required</span>' : ''
  }${isDeprecated ? ' <span class="deprecated">deprecated</span>' : ''}</p>
${prose(description ?? given.description ?? schema.description)}${
  facts.length > 0 ? `<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>` : ''
}${extra}${nestedHtml(document, given, above)}</li>`;
}

function propertiesHtml(document, schema, above = []) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    entryHtml(document, { name, schema: property, required: required.has(name) }, [...above, schema]),
  );
  return `<ul class="properties">${rows.join('\n')}</ul>`;
}

/** A body: its type and description, unless the page has shown it (`known`), and its properties. */
export function bodyHtml(document, given, known) {
  const schema = resolved(document, given);
  const nested = nestedOf(document, given);
  const isPlainObject = nested.length === 1 && !schema.anyOf && !schema.oneOf;
  const facts = isPlainObject ? [] : factsOf(document, schema);
  return `<p class="property"><span class="type">${escaped(typeText(document, given))}</span>${
    isPlainObject && nested[0].name ? ` <b>${escaped(nested[0].name)}</b>` : ''
  }</p>
${known.includes(schema.description) ? '' : prose(schema.description)}${facts.length > 0 ? `<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>` : ''}${
  isPlainObject ? propertiesHtml(document, nested[0].schema) : nestedHtml(document, given, [])
}`;
}
