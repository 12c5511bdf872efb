// Signing secret of an endpoint, and how to verify signatures with it.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { PortalEndpoint } from '../api.generated.ts';
import { SigningSecrets } from './signing-secrets.tsx';
import { type Language, languages, snippets } from './verification-snippets.ts';

export function EndpointSigning({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const [params] = useSearchParams();
  return (
    <>
      {params.has('new') && (
        <Notice
          tone="good"
          title="Your endpoint is ready"
          actions={
            <ButtonLink size="small" look="primary" icon="send" href={`/endpoints/${endpoint.id}/test`}>
              Send a test event
            </ButtonLink>
          }
        >
          Copy the signing secret into your receiver, verify signatures with one of the snippets below, then
          send a test event.
        </Notice>
      )}
      <SigningSecrets endpointId={endpoint.id} />
      <Verification />
    </>
  );
}

const headers = [
  ['webhook-id', 'Id of the event, the same on every attempt. Process each id once.'],
  ['webhook-timestamp', 'Time of this attempt in Unix seconds. Reject requests older than five minutes.'],
  [
    'webhook-signature',
    '“v1,” and a base64 HMAC-SHA256. Several values, separated by spaces, while two secrets are valid.',
  ],
] as const;

function Verification() {
  const [language, setLanguage] = useState<Language>('node');
  const { code, note } = snippets[language];
  return (
    <Card
      title="Verify signatures"
      note="Every request carries the three headers of the Standard Webhooks specification. Verify them against the raw body, before you parse it."
    >
      <dl className="mb-5 grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {headers.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-[0.8125rem] font-medium">{name}</dt>
            <dd className="text-muted max-sm:mb-1">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Tabs label="Language" tabs={languages} value={language} onChange={setLanguage}>
        <p className="mb-2 text-[0.8125rem] text-muted">{note}</p>
        <CodeBlock
          title={`Verification, ${languages.find(({ value }) => value === language)?.label ?? ''}`}
          code={code}
        />
      </Tabs>
    </Card>
  );
}
