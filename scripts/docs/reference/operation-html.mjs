// Page of one operation or one event: what it does, parameters, body, responses, errors, and code samples.
import { escaped } from '../html-text.mjs';
import { figure } from '../render-guide.mjs';
import { authenticationOf, failuresOf, resolved, successesOf } from './description.mjs';
import { jsonText } from './literals.mjs';
import { inlineProse, prose } from './prose.mjs';
import { samplesOf, trialOf } from './samples.mjs';
import { bodyHtml, entryHtml } from './schema-html.mjs';

export const methodHtml = (method) => `<span class="method method-${method.toLowerCase()}">${method}</span>`;

const headingHtml = (id, title) => `<h2 id="${id}"><a href="#${id}">${escaped(title)}</a></h2>\n`;

const places = [
  ['path', 'path-parameters', 'Path parameters'],
  ['query', 'query-parameters', 'Query parameters'],
  ['header', 'headers', 'Headers'],
];

function parametersHtml(document, { parameters }, shown) {
  return places
    .filter(([place]) => shown.includes(place))
    .map(([place, id, title]) => {
      const entries = parameters.filter((each) => each.in === place);
      if (entries.length === 0) return '';
      const rows = entries.map((each) => entryHtml(document, withExample(each), []));
      return `${headingHtml(id, title)}<ul class="properties">${rows.join('\n')}</ul>`;
    })
    .join('\n');
}

const withExample = ({ example, ...parameter }) =>
  example === undefined
    ? parameter
    : {
        ...parameter,
        extra: `<ul class="facts"><li>Example: <code>${escaped(String(example))}</code></li></ul>`,
      };

/** Media types with the same schema share one description. */
function contentHtml(document, content, known = '') {
  const types = Object.keys(content ?? {});
  const [first] = types;
  if (first === undefined) return '';
  const named = types.map((type) => `<code>${escaped(type)}</code>`).join(' or ');
  const { schema } = content[first];
  const isBinary = !/json|form|^text\//.test(first);
  const body = isBinary ? '<p>The bytes of the file.</p>' : schema ? bodyHtml(document, schema, known) : '';
  return `<p class="media">Content type: ${named}</p>\n${body}`;
}

function requestHtml(document, { kind, requestBody, description }) {
  if (!requestBody) return '';
  const title =
    kind === 'event'
      ? 'Payload'
      : requestBody.required === false
        ? 'Request body (optional)'
        : 'Request body';
  return headingHtml('request-body', title) + contentHtml(document, requestBody.content, description);
}

function responsesHtml(document, operation) {
  return successesOf(operation)
    .map(({ status, description, content, headers = {} }) => {
      const rows = Object.entries(headers).map(([name, header]) =>
        entryHtml(document, { name, ...resolved(document, header) }, []),
      );
      const own =
        rows.length > 0
          ? `<details class="response-headers"><summary>Response headers: ${rows.length}</summary><ul class="properties">${rows.join('\n')}</ul></details>`
          : '';
      return `${headingHtml(`response-${status.toLowerCase()}`, `Response ${status}`)}${prose(description)}${contentHtml(document, content)}${own}`;
    })
    .join('\n');
}

/** Problems that a response shows as examples, each once. */
function problemsOf({ content }) {
  const [media] = Object.values(content ?? {});
  const all = [media?.example, ...Object.values(media?.examples ?? {}).map(({ value }) => value)];
  return all.filter((each) => typeof each === 'object' && each !== null);
}

function problemHtml({ type, code, message, error, error_description: words }) {
  const name = code ?? error;
  const link = code ? `<a href="/docs/errors#${escaped(code)}"><code>${escaped(code)}</code></a>` : '';
  return `<li>${link || (name ? `<code>${escaped(name)}</code>` : '')}${type ? ` <span class="type">${escaped(type)}</span>` : ''}
<span class="message">${escaped(message ?? words ?? '')}</span></li>`;
}

function errorsHtml(operation) {
  const failures = failuresOf(operation);
  if (failures.length === 0) return '';
  const rows = failures.map((each) => {
    const problems = problemsOf(each);
    const examples =
      problems.length > 0 ? `<ul class="problems">${problems.map(problemHtml).join('')}</ul>` : '';
    const status = each.status === 'default' ? 'Other' : each.status;
    return `<tr><td>${status}</td><td>${inlineProse(each.description)}${examples}</td></tr>`;
  });
  return `${headingHtml('errors', 'Errors')}<div class="table" tabindex="0"><table><thead><tr><th>Status</th><th>When, with an example of its code, type and message</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

const authenticationTexts = {
  partner: 'Access token, as <code>Authorization: Bearer</code>',
  operator: 'Operator token, as <code>Authorization: Bearer</code>; or the session cookie of the console',
  none: 'None',
};

function scopesOf({ security }) {
  return [...new Set(security.flatMap(({ oauth = [] }) => oauth))];
}

function authenticationHtml(operation) {
  if (operation.kind === 'event') return '';
  const scopes = scopesOf(operation);
  const named =
    scopes.length > 0
      ? `, with ${scopes.length > 1 ? 'one of the scopes' : 'the scope'} ${scopes.map((each) => `<code>${escaped(each)}</code>`).join(', ')}`
      : '';
  const client = operation.security.some((way) => 'client' in way)
    ? 'Client credentials, in the body or as HTTP Basic'
    : authenticationTexts[authenticationOf(operation)];
  return `<p class="authentication"><b>Authentication:</b> ${client}${named}</p>`;
}

/** The line about scopes repeats what the page shows under Authentication. */
const withoutScopes = (description = '') =>
  description
    .split('\n\n')
    .filter((paragraph) => !/^Requires (one of the scopes|the scope) /.test(paragraph))
    .join('\n\n');

function samplesHtml(document, operation) {
  const samples = samplesOf(document, operation);
  const tabs = samples
    .map(
      ({ id, label }) =>
        `<button type="button" role="tab" id="tab-${id}" aria-controls="sample-${id}" data-language="${id}">${label}</button>`,
    )
    .join('');
  const figures = samples.map(
    ({ id, label, code }) =>
      `<div class="sample" id="sample-${id}" role="tabpanel" aria-labelledby="tab-${id}" data-language="${id}">${figure(code, label)}</div>`,
  );
  return `<div class="languages" role="tablist" aria-label="Language of the sample">${tabs}</div>\n${figures.join('')}`;
}

function exampleFigures(content, caption) {
  const media = Object.entries(content ?? {}).find(
    ([type]) => type.includes('json') || type.startsWith('text/csv'),
  );
  if (!media) return '';
  const [, { example, examples }] = media;
  const named = Object.entries(examples ?? {});
  const all =
    named.length > 0
      ? named.map(([name, { value }]) => [`${caption}: ${name}`, value])
      : [[caption, example]];
  return all
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => figure(typeof value === 'string' ? value : jsonText(value), label))
    .join('');
}

function examplesHtml(operation) {
  const requests = operation.requestBody?.content ?? {};
  const isVaried = Object.values(requests).some(({ examples }) => examples);
  const json = 'application/json' in requests ? { 'application/json': requests['application/json'] } : {};
  const bodies =
    operation.kind === 'event'
      ? exampleFigures(json, 'Example payload')
      : isVaried
        ? exampleFigures(json, 'Example body')
        : '';
  const responses = successesOf(operation).map(({ status, content }) =>
    exampleFigures(content, `Example response ${status}`),
  );
  return bodies + responses.join('');
}

/** `base` is the path of the reference: /docs/reference or /docs/operator. */
export function operationHtml(document, tag, operation, base) {
  const isEvent = operation.kind === 'event';
  const isPage = successesOf(operation).some(({ content }) => 'text/html' in (content ?? {}));
  const trial =
    isEvent || isPage ? '' : ` data-trial="${escaped(JSON.stringify(trialOf(document, operation)))}"`;
  const endpoint = isEvent
    ? `${methodHtml('POST')} <span>to your endpoint</span>`
    : `${methodHtml(operation.method)} <code>${escaped(operation.path)}</code>`;
  const title = isEvent
    ? `<h1><code>${escaped(operation.title)}</code></h1>`
    : `<h1>${escaped(operation.title)}</h1>`;
  const samples = isEvent ? 'Receive it' : 'Code samples';
  return `<p class="crumbs"><a href="${base}">Reference</a> / <a href="${base}/${tag.slug}">${escaped(tag.name)}</a></p>
${title}
<div class="endpoint"${trial}>${endpoint}</div>
<p class="to-samples"><a href="#samples">${samples}</a></p>
<div class="reference">
<div class="explanation">
${prose(withoutScopes(operation.description))}
${authenticationHtml(operation)}
${parametersHtml(document, operation, ['path', 'query'])}
${requestHtml(document, operation)}
${parametersHtml(document, operation, ['header'])}
${isEvent ? '' : responsesHtml(document, operation)}
${isEvent ? '' : errorsHtml(operation)}
</div>
<div class="examples">
<h2 id="samples" class="quiet">${samples}</h2>
${samplesHtml(document, operation)}
${examplesHtml(operation)}
</div>
</div>`;
}
